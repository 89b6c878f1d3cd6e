/** The points of Lifeboats by island, and where each seat stands. */

import type { Sheet, Texts } from "$client/board.ts";
import { pointsOn, type View } from "./sight.ts";

/** Points by island, those lost, and the sum. */
export function sheet(view: View, { say }: Texts): Sheet {
  return {
    columns: ["island_left", "island_middle", "island_right", "lost", "score"].map((name) =>
      say(name),
    ),
    rows: view.players.map((player, seat) => [
      ...view.islands.map((island) => pointsOn(island, seat)),
      player.sailors_lost + player.officers_lost,
      player.score,
    ]),
  };
}

/** The points on the islands. */
export const standing = (view: View): number[] => view.players.map((player) => player.score);
