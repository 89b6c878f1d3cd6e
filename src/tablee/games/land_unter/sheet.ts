/** The score sheet: points by round, and the sum. */

import type { Sheet, Texts } from "$client/board.ts";
import { signed, type View } from "./sight.ts";

export function sheet(view: View, texts: Texts): Sheet {
  const rounds = view.players[0]?.points.map((_, round) => round) ?? [];
  return {
    columns: [
      ...rounds.map((round) => texts.say("round_short", { round: round + 1 })),
      texts.say("sum"),
    ],
    rows: view.players.map((player) => [...player.points.map(signed), signed(player.score)]),
  };
}

/** The points of the rounds that are over. */
export const standing = (view: View): number[] => view.players.map((player) => player.score);
