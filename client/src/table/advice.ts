/** What advice tells of its options: which were thought about for long, and which given up early. */

import type { Hint } from "../api.ts";

type Weighed = Hint["options"];

/** Whatever was played on for less than this part of what the best was is known roughly only. */
const EARLY = 0.25;

/** The options that were thought about for long, and the others, each the best first. */
export function sifted(options: Weighed): { long: Weighed; early: Weighed } {
  const most = Math.max(0, ...options.map(({ visits }) => visits));
  const isEarly = ({ visits }: Weighed[number]) => visits < EARLY * most;
  return {
    long: options.filter((one) => !isEarly(one)),
    early: options.filter(isEarly),
  };
}
