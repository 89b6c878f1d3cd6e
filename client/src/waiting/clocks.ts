/** The clocks a host can pick from, and what they are called. */

import { t } from "../texts.ts";
import { waiting } from "../texts/waiting.ts";
import type { Clock, Plan } from "../wire.ts";

const NONE: Clock = { kind: "none", seconds: 60, more: 0 };
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLOCKS: Record<Plan["pace"], Clock[]> = {
  live: [
    NONE,
    { kind: "move", seconds: 20, more: 0 },
    { kind: "move", seconds: MINUTE, more: 0 },
    { kind: "bank", seconds: 5 * MINUTE, more: 5 },
    { kind: "bank", seconds: 15 * MINUTE, more: 10 },
  ],
  slow: [
    NONE,
    { kind: "move", seconds: 12 * HOUR, more: 0 },
    { kind: "move", seconds: 3 * DAY, more: 0 },
  ],
};

export const noClock = NONE;

export const same = (one: Clock, other: Clock) =>
  one.kind === other.kind &&
  (one.kind === "none" || (one.seconds === other.seconds && one.more === other.more));

/** Does time run out here? Over days it always does. */
export const timed = ({ pace, clock }: Plan) => pace === "slow" || clock.kind !== "none";

/** What may be picked; the clock the table has is always among them. */
export function clocksFor({ pace, clock }: Plan): Clock[] {
  const usual = CLOCKS[pace];
  return usual.some((one) => same(one, clock)) ? usual : [...usual, clock];
}

export function clockName({ kind, seconds, more }: Clock, pace: Plan["pace"]): string {
  if (kind === "none") return t(pace === "slow" ? waiting.a_day : waiting.no_clock);
  if (kind === "move") return t(waiting.each, { time: span(seconds) });
  return more
    ? t(waiting.in_all_more, { time: span(seconds), more })
    : t(waiting.in_all, { time: span(seconds) });
}

function span(seconds: number): string {
  if (seconds >= DAY && seconds % DAY === 0) return t(waiting.days, { number: seconds / DAY });
  if (seconds >= HOUR && seconds % HOUR === 0) return t(waiting.hours, { number: seconds / HOUR });
  if (seconds >= MINUTE && seconds % MINUTE === 0)
    return t(waiting.minutes, { number: seconds / MINUTE });
  return t(waiting.seconds, { number: seconds });
}
