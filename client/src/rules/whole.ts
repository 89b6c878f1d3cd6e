/** A game's whole rule book, with the clauses common to all games at its end. */

import { api } from "../api.ts";
import { typeset } from "../blanks.ts";
import { settings } from "../settings.svelte.ts";
import { t } from "../texts.ts";
import { frame } from "../texts/frame.ts";
import { sections, type Section } from "./book.ts";

export async function wholeBook(game: string): Promise<Section[]> {
  const { text, clauses } = await api.rulebook(game);
  const common = Object.entries(clauses).filter(([number]) => number.startsWith("G-"));
  const all = common.map(([, clause]) => clause).join("\n\n");
  const whole = `${text}\n\n## ${t(frame.common_rules)}\n\n${all}`;
  return sections(typeset(whole, settings.language));
}
