/** The points of Lifeboats by island, and where each seat stands. */

import type { Sheet, Texts } from "$client/board.ts";
import { pointsOn, type View } from "./sight.ts";

/** Points by island, and their sum. */
export function sheet(view: View, { say }: Texts): Sheet {
  return {
    columns: ["short_left", "short_middle", "short_right", "score"].map((name) => say(name)),
    rows: view.players.map((player, seat) => [
      ...view.islands.map((island) => pointsOn(island, seat)),
      player.score,
    ]),
  };
}

/** The points on the islands. */
export const standing = (view: View): number[] => view.players.map((player) => player.score);
