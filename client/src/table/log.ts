/** What of the log may be read already. */

import type { Line } from "../wire.ts";

/** The lines up to the newest events of the game that the board has yet to show. */
export function shown(lines: Line[], untold: number): Line[] {
  let end = lines.length;
  for (let left = untold; left > 0 && end > 0; end--) {
    const { kind, event } = lines[end - 1]!;
    if (kind === "game" && event) left -= 1;
  }
  return lines.slice(0, end);
}
