/** How Land Unter is dealt (LU-4, LU-6), for the check in the browser. */

import type { Chance } from "$client/fair.ts";

const CARDS = 60;
const HAND = 12;
const LEVELS = 12;

export function deal(chance: Chance, seats: number): unknown {
  const hands: number[][] = Array.from({ length: seats }, () => []);
  for (let card = 1; card <= CARDS; card++) {
    let place = chance.below(CARDS + 1 - card);
    for (const hand of hands) {
      const room = HAND - hand.length;
      if (place < room) {
        hand.push(card);
        break;
      }
      place -= room;
    }
  }
  const water = hands.map(() =>
    chance.shuffle(Array.from({ length: 2 * LEVELS }, (_, place) => Math.floor(place / 2) + 1)),
  );
  return { hands, water };
}
