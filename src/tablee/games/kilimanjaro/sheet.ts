/** How far each expedition is, and how far its next move would go. */

import type { Sheet, Texts } from "$client/board.ts";
import { CAMP, type View } from "./sight.ts";

export function sheet(view: View, { say }: Texts): Sheet {
  return {
    columns: [say("distance"), say("to_camp"), say("space")],
    rows: view.players.map(({ distance, position, score }) => [
      distance || "–",
      CAMP - position,
      score,
    ]),
  };
}

export const standing = (view: View) => view.players.map((player) => player.score);
