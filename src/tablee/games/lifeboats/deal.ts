/** How Lifeboats begins (LB-7), for the check in the browser. */

import type { Chance } from "$client/fair.ts";

export function deal(chance: Chance, seats: number): unknown {
  return { start: chance.below(seats) };
}
