/** What is said of much that happens at once, so that one can read it while it happens. */

import type { Told } from "./wire.ts";

/** An event and its sentence. */
export interface Line {
  event: Told;
  text: string;
}

const ONE_BREATH = 90; // letters: three lines on a small screen

/** All of it, if that is short; else how it ended, and of the same for many the first few. */
export function inOneBreath(news: Line[]): string {
  const all = together(news);
  if (all.length <= ONE_BREATH) return all;
  const last = news.filter(({ event }) => event[0] === news.at(-1)!.event[0]);
  let few = last.length;
  while (few > 1 && together(last.slice(0, few)).length > ONE_BREATH) few -= 1;
  return together(last.slice(0, few)) + (few < last.length ? " …" : "");
}

const together = (lines: Line[]) => lines.map(({ text }) => text).join(" ");
