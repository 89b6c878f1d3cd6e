/** Fills the blanks of a text, as the house does (kernel/texts.py), and typesets what is read. */

import type { Language } from "./wire.ts";

/** Fill `{name}` and `{number:singular|plural}`. */
export function fill(
  template: string,
  blanks: Record<string, string | number>,
  language: Language,
): string {
  const text = template.replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (_, name: string, singular?: string, plural?: string) => {
      const value = blanks[name] ?? "";
      if (singular === undefined) return String(value);
      const number = Math.abs(Number(value));
      const alone = language === "fr" ? number < 2 : number === 1;
      return (alone ? singular : plural) ?? "";
    },
  );
  return typeset(text, language);
}

/**
 * A number below zero has a real minus; apostrophes are curly in French and English; French marks
 * after a space do not begin a line.
 */
export function typeset(text: string, language: Language): string {
  const signed = text.replaceAll(/(^|[\s(])-(?=\d)/g, "$1−");
  if (language === "de") return signed;
  const curly = signed.replaceAll(/([\p{L}\d])'/gu, "$1’");
  if (language === "en") return curly;
  return curly.replaceAll(/ ([:;!?»])/g, "\u00a0$1").replaceAll("« ", "«\u00a0");
}

// What the house says to people comes under these names; all else is for programs.
const SAID = new Set(["pitch", "sentence", "text"]);
// The game as somebody sees it: numbers, and most of what there is to read through.
const SIGHTS = new Set(["view", "open"]);

/** What the house sent, with all it says typeset. */
export function legible(json: string, language: Language): unknown {
  const told: unknown = JSON.parse(json);
  typesetWithin(told, language);
  return told;
}

function typesetWithin(told: unknown, language: Language) {
  if (typeof told !== "object" || told === null) return;
  const parts = told as Record<string, unknown>;
  for (const [name, value] of Object.entries(parts))
    if (SAID.has(name) && typeof value === "string") parts[name] = typeset(value, language);
    else if (!SIGHTS.has(name)) typesetWithin(value, language);
}
