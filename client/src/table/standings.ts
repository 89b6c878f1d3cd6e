/** Who came where at the end of a game. */

import type { Outcome } from "../wire.ts";

export interface Standing {
  name: string;
  seat: number;
  score: number;
  place: number;
}

/** The winners first, then by points; whoever is level shares a place. */
export function standings(names: string[], { scores, winners }: Outcome): Standing[] {
  const wins = (seat: number) => winners.includes(seat);
  const order = names
    .map((name, seat) => ({ name, seat, score: scores[seat] ?? 0 }))
    .sort(
      (one, other) => Number(wins(other.seat)) - Number(wins(one.seat)) || other.score - one.score,
    );
  const level = (one: number, other: number) =>
    wins(one) === wins(other) && (wins(one) || scores[one] === scores[other]);
  return order.map((one) => ({
    ...one,
    place: 1 + order.findIndex(({ seat }) => level(one.seat, seat)),
  }));
}
