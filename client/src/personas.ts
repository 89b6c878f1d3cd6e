/** Who the bots are: what a level and a character are called. */

import type { Game, Persona } from "./api.ts";
import type { Face } from "./company.svelte.ts";
import { t } from "./texts.ts";
import { bots } from "./texts/bots.ts";

/** As tables of old call them. */
const FORMER_NAMES: Record<string, string> = { heuristic: "sailor" };

/** Bots with a character; the others play as well as they can. */
export const hasCharacter = (level: string) => level === "cadet" || level === "sailor";

export function splitName(name: string): { level: string; character: string } {
  const [level = "", character = ""] = name.split("-");
  return { level: FORMER_NAMES[level] ?? level, character };
}

/** The levels one may play against here; games tell of all there are. */
export function offered(game: Game): Persona[] {
  return game.levels.filter(({ id }) => game.bots.includes(id));
}

export function levelOf(game: Game, name: string): Persona | undefined {
  return game.levels.find(({ id }) => id === splitName(name).level);
}

/** What a level is called, also where it is not offered. */
export function levelName(game: Game, name: string): string {
  const { level } = splitName(name);
  return levelOf(game, level)?.name ?? (level === "random" ? t(bots.random) : level);
}

/** A bot for name plates and chairs. */
export function faceOf(game: Game, name: string, character = ""): Face {
  const { level } = splitName(name);
  const temper = game.characters.find(({ id }) => id === character)?.name;
  const called = levelName(game, level);
  return { level, character, title: temper ? `${called}, ${temper}` : called };
}
