/** Everything the pages say, in three languages side by side; texts/ holds it by area. */

import { fill } from "./blanks.ts";
import { settings } from "./settings.svelte.ts";
import type { Language } from "./wire.ts";

export type Entry = Record<Language, string>;
export type Entries = Record<string, Entry>;

/** A text in the visitor's language, its blanks filled. */
export function t(entry: Entry, blanks: Record<string, string | number> = {}): string {
  return fill(entry[settings.language], blanks, settings.language);
}
