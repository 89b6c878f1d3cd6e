/**
 * What a game brings to be drawn. Each game's folder has a board.ts that exports `board`;
 * boards draw a view and return a choice, and know no rules: what may be chosen comes from
 * the house.
 */

import type { Component } from "svelte";
import type { Par } from "./api.ts";
import type { Deal } from "./fair.ts";
import type { Told } from "./wire.ts";
import type { Sound } from "./sound.ts";

/** A text of the game in the reader's language, with its blanks filled. */
export type Say = (label: string, blanks?: Record<string, string | number>) => string;

/**
 * What a board is given. `V` is the game's view.
 *
 * Its buttons name in `data-choices` the choices that a click makes or begins, so that one can be
 * pointed at (table/pointer.ts).
 */
export interface BoardProps<V> {
  view: V;
  /** Names by seat. */
  names: string[];
  /** What this visitor may choose now, in the game's notation; empty when nothing is owed. */
  options: string[];
  /** What this visitor has chosen in this turn and may still change, or null. */
  chosen: string | null;
  /** Make a choice. One that is not among the options is refused aloud, with its clause. */
  choose: (choice: string) => void;
  /** In a replay with all cards open: what each seat saw. Else null. */
  open: V[] | null;
  /** Which edition is played: "land-unter", "un-mouton-a-la-mer", ... */
  edition: string;
  say: Say;
  /** A word of the game by its number. */
  word: (name: string, number: number) => string;
}

/** One picture of a story: a view between two moves, shown for some beats. */
export interface Scene<V> {
  view: V;
  /** How many of the events have been told once this is shown. */
  told: number;
  /** How long it stays, in beats; 1 if left out. */
  beats?: number;
  sound?: Sound;
}

/**
 * Tells what happened between two views as a sequence of pictures one can follow. The last
 * scene shows `after`. It may use nothing but the two views and the events.
 */
export type Story<V> = (before: V, after: V, told: Told[]) => Scene<V>[];

/** Points by round (or whatever the game counts in), for the score sheet. */
export interface Sheet {
  /** A heading for each column, the rounds so far and the sum. */
  columns: string[];
  /** For each seat a cell for each column. */
  rows: (number | string)[][];
}

export interface Board<V> {
  Board: Component<BoardProps<V>>;
  story: Story<V>;
  /** The state of the table as sentences: all that the board shows, for whoever does not see it. */
  reading: (view: V, names: string[], texts: Texts) => string[];
  /** A choice in words, for lists of choices and for the log of a replay. */
  phrase: (choice: string, names: string[], texts: Texts) => string;
  sheet: (view: V, texts: Texts) => Sheet;
  /** Where each seat stands, as one number, for the chart of the game. */
  standing: (view: V) => number[];
  /** Whom one sees on the podium when this seat has won; the sign of the seat, if left out. */
  Hero?: Component<{ seat: number; edition: string }>;
  /** Where hands go round: what everybody made of each, beside what champions make of it. */
  Par?: Component<{ names: string[]; par: Par; say: Say }>;
}

export interface Texts {
  say: Say;
  word: (name: string, number: number) => string;
}

const boards = import.meta.glob<{ board: Board<unknown> }>("$games/*/board.ts");

const deals = import.meta.glob<{ deal: Deal }>("$games/*/deal.ts");

/** The board of a game, loaded when it is needed. */
export async function boardOf(rules: string): Promise<Board<unknown>> {
  return (await load(boards, rules)).board;
}

/** How a game deals, to check a deal. */
export async function dealOf(rules: string): Promise<Deal> {
  return (await load(deals, rules)).deal;
}

function load<T>(files: Record<string, () => Promise<T>>, rules: string): Promise<T> {
  const found = Object.keys(files).find((path) => path.split("/").at(-2) === rules);
  if (!found) throw new Error(`The game ${rules} has no board.`);
  return files[found]!();
}
