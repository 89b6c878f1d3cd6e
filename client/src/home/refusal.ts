/** What is said when the house refuses something or does not answer. */

import { Refused } from "../api.ts";
import { visitor } from "../me.svelte.ts";
import { t } from "../texts.ts";
import { frame } from "../texts/frame.ts";

/** Another try may help, unless the house itself said no. */
export const mayTryAgain = (error: unknown) =>
  !(error instanceof Refused && error.message) || ["work_failed", "mistake"].includes(error.code);

export function sentence(error: unknown): string {
  if (!(error instanceof Refused)) return t(frame.mistake);
  if (error.code === "no_network") return t(frame.no_network);
  if (error.code === "who_are_you" && visitor.me) return ""; // ShutOut says so for the whole page
  return error.message || t(frame.mistake);
}
