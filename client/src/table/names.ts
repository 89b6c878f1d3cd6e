/** Names one after the other, as a sentence has them. */

import { t } from "../texts.ts";
import { frame } from "../texts/frame.ts";

export function listed(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? names.slice(0, -1).join(", ") + t(frame.and) + last : last;
}
