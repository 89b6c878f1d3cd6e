/** What a level of bots is called. */

import { t } from "../texts.ts";
import { LEVELS } from "../texts/waiting.ts";

export function levelName(level: string): string {
  const entry = LEVELS[level];
  return entry ? t(entry) : level;
}
