/** What a game writes on its board, in the visitor's language. */

import { api } from "./api.ts";
import { fill, typeset } from "./blanks.ts";
import type { Texts } from "./board.ts";
import { settings } from "./settings.svelte.ts";

export async function textsOf(game: string): Promise<Texts> {
  const language = settings.language;
  const { labels, words } = await api.texts(game);
  return {
    say: (label, blanks = {}) => fill(labels[label] ?? label, blanks, language),
    word: (name, number) => typeset(words[name]?.[number] ?? String(number), language),
  };
}
