/** How Kilimanjaro is dealt (KI-4, KI-6), for the check in the browser. */

import type { Chance } from "$client/fair.ts";

const HAND = 3;
const COUNTERS = [..."BBBBBBBBLLLLEEEE"];
const CARDS = [..."CMFJ"].flatMap((type) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((value) => [`${type}${value}`, `${type}${value}`]),
);

export function deal(chance: Chance, seats: number): unknown {
  const dealer = chance.below(seats);
  const counters: string[][] = Array.from({ length: seats }, () => []);
  chance
    .shuffle([...COUNTERS])
    .forEach((counter, number) => counters[(dealer + 1 + number) % seats]!.push(counter));
  const cards = chance.shuffle([...CARDS]);
  const threes = Array.from({ length: 2 * seats }, (_, place) =>
    cards.slice(HAND * place, HAND * place + HAND),
  );
  return {
    dealer,
    counters,
    stacks: threes.slice(0, seats),
    hands: threes.slice(seats),
    pile: cards.slice(2 * HAND * seats),
  };
}
