/** What of a log is said across the table, in words or by a sign. */

import type { Line } from "../wire.ts";

export const isSaid = (line: Line) => line.kind === "talk" || line.kind === "sign";
