/** How Diabolo is dealt (DI-4), for the check in the browser. */

import type { Chance } from "$client/fair.ts";

const HAND = 6;
const COPIES = [4, 3, 3, 2, 2]; // of the 1, the 2, the 3, the 4 and the 5
const BOX = [..."RYGBP"].flatMap((colour) =>
  COPIES.flatMap((copies, value) => Array<string>(copies).fill(`${colour}${value + 1}`)),
);

export function deal(chance: Chance, seats: number): unknown {
  const dealer = chance.below(seats);
  const rounds = Array.from({ length: seats }, () => {
    const deck = chance.shuffle([...BOX]);
    const hands = Array.from({ length: seats }, (_, seat) =>
      deck.slice(HAND * seat, HAND * seat + HAND),
    );
    return { hands, pile: deck.slice(HAND * seats) };
  });
  return { dealer, rounds };
}
