/** The score sheet of Diabolo: the points of each round, and their sum. */

import type { Sheet, Texts } from "$client/board.ts";
import type { View } from "./sight.ts";

/** Points with a sign one can tell from a hyphen. */
export const points = (number: number): string => (number < 0 ? `−${-number}` : String(number));

/** The same for a gain: with a plus. */
export const gain = (number: number): string => (number > 0 ? `+${number}` : points(number));

export function sheet(view: View, { say }: Texts): Sheet {
  const rounds = view.players[0]?.points.map((_, number) => String(number + 1)) ?? [];
  return {
    columns: [...rounds, say("sum")],
    rows: view.players.map((player) => [...player.points, player.score].map(points)),
  };
}

export const standing = (view: View): number[] => view.players.map((player) => player.score);
