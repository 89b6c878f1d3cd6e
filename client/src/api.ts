/** The HTTP door of the house. */

import type {
  Clock,
  Command,
  Kind,
  Language,
  Outcome,
  Page,
  Plan,
  Refusal,
  Status,
  Told,
} from "./wire.ts";
import { legible } from "./blanks.ts";
import { settings } from "./settings.svelte.ts";

/** The house said no, or did not answer. */
export class Refused extends Error {
  readonly code: string;
  readonly clause: string;
  readonly detail: string; // what exactly was wrong, in English, as notated

  constructor(refusal: Refusal) {
    super(refusal.text);
    this.code = refusal.code;
    this.clause = refusal.clause ?? "";
    this.detail = refusal.detail ?? "";
  }
}

export interface House {
  version: string;
  languages: Language[];
  bots: string[];
  signs: string[];
  /** Where friends find this house. */
  address: string;
  /** Who is asking, if the house knows. */
  you: Me | null;
}

export interface GameOption {
  default: boolean;
  clause: string;
  text: string;
}

/** A level of bots, or a character some of them have. */
export interface Persona {
  id: string;
  name: string;
  /** How they play. */
  sentence: string;
}

export interface Game {
  id: string;
  rules: string;
  name: string;
  pitch: string;
  players: number[];
  minutes: [number, number];
  rules_version: number;
  options: Record<string, GameOption>;
  bots: string[];
  levels: Persona[];
  characters: Persona[];
}

/** What a game writes on its board: short texts, and the words its numbers stand for. */
export interface BoardTexts {
  labels: Record<string, string>;
  words: Record<string, string[]>;
}

export interface RuleBook {
  game: string;
  language: Language;
  text: string;
  clauses: Record<string, string>;
}

export interface Me {
  name: string;
  language: Language;
  bot: boolean;
}

export interface Key {
  id: string;
  kind: "device" | "bot" | "link";
  label: string;
  created_at: number;
  this: boolean;
}

/** Where a person is told by mail that it is their turn at a slow table. */
export interface Notice {
  /** Whether this house sends mails at all. */
  offered: boolean;
  mail: string;
  confirmed: boolean;
}

export interface Sitter {
  name: string;
  kind: Kind;
  level: string;
  host: boolean;
}

export interface TableListed {
  table: string;
  code: string;
  status: Status;
  plan: Plan;
  chairs: Sitter[];
  waiting_for: number[];
  turn: number;
  seq: number;
  your_seat: number | null;
  your_turn: boolean;
}

/** A game of the visitor's that is over. */
export interface Finished {
  ended_at: number;
  table: TableListed;
}

/** What the captain would do with what the visitor knows. */
export interface Hint {
  turn: number;
  best: string;
  /** The best first; `behind`: points expected to be lost on it. */
  options: { choice: string; behind: number; visits: number }[];
  text: string;
}

/** Something that is worked out by the house; while `share` is below 1, nothing else is there. */
export interface Worked {
  share: number;
}

/** The decisions of a seat in a game that is over. */
export interface Analysis extends Worked {
  seat: number;
  /** `turn` counts from 1; `cost` and `swing` are points. */
  decisions: { turn: number; choice: string; best: string; cost: number; swing: number }[];
  turning_points: { turn: number; kind: "cost" | "swing"; points: number; text: string }[];
  margin: number;
  skill: number;
  luck: number;
}

/** What each seat made of each hand, beside what champions make of it. */
export interface Par extends Worked {
  hands: { hand: number; points: (number | null)[]; par: number }[];
  ahead: number[];
}

export interface Step {
  turn: number;
  choices: Record<string, string>;
  told: { event: Told; text: string }[];
  view: unknown;
  /** What each seat saw, in a replay with all cards open. */
  open?: unknown[];
  question: string;
  sentence: string;
  clause: string;
  waiting_for: number[];
}

export interface Replay {
  game: string;
  seats: string[];
  steps: Step[];
  result: Outcome;
}

/** A first game with a guide, played along from one seat. */
export interface Lesson {
  seat: number;
  notes: { turn: number; text: string; clause: string }[];
  told: Replay;
}

export interface NewTable {
  id: string;
  plan: Partial<Plan> & { game: string; clock?: Partial<Clock> };
  chairs: string[];
}

export interface TableLaid {
  table: string;
  code: string;
  link: string;
}

type Query = Record<string, string | number | boolean | undefined>;

let unknown = () => {};
/** What is to be done whenever the house says that it does not know who asks. */
export const onUnknown = (then: () => void) => (unknown = then);

async function ask<T>(method: string, path: string, query: Query, body?: unknown): Promise<T> {
  const { language } = settings;
  const asked = new URLSearchParams({ language });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) asked.set(name, String(value));
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api/v1${path}?${asked}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    text = await answer.text();
  } catch {
    throw new Refused({ code: "no_network", text: "" });
  }
  if (answer.status === 401) unknown();
  if (!answer.ok) throw new Refused(refusalIn(text, language));
  return (text ? legible(text, language) : undefined) as T;
}

function refusalIn(text: string, language: Language): Refusal {
  try {
    return legible(text, language) as Refusal;
  } catch {
    return { code: "mistake", text: "" };
  }
}

const get = <T>(path: string, query: Query = {}) => ask<T>("GET", path, query);
const post = <T>(path: string, body?: unknown, query: Query = {}) =>
  ask<T>("POST", path, query, body);

export const api = {
  house: () => get<House>("/house"),
  games: () => get<Game[]>("/games"),
  game: (game: string) => get<Game>(`/games/${game}`),
  texts: (game: string) => get<BoardTexts>(`/games/${game}/texts`),
  lesson: (game: string) => get<Lesson>(`/games/${game}/lesson`),
  rulebook: (game: string) => get<RuleBook>(`/games/${game}/rulebook`),

  comeIn: (name: string) => post<Me>("/people", { name, language: settings.language }),
  rename: (changes: { name?: string; language?: Language }) =>
    ask<Me>("PATCH", "/people/me", {}, changes),
  makeLink: () => post<{ link: string; secret: string; key: string }>("/people/me/link"),
  carryOn: (secret: string, label: string) => post<Me>("/people/carry-on", { secret, label }),
  keys: () => get<Key[]>("/people/me/keys"),
  revoke: (key: string) => ask<void>("DELETE", `/people/me/keys/${key}`, {}),
  notice: () => get<Notice>("/people/me/notice"),
  setNotice: (mail: string) => ask<Notice>("PUT", "/people/me/notice", {}, { mail }),
  removeNotice: () => ask<void>("DELETE", "/people/me/notice", {}),
  leaveHouse: () => ask<void>("DELETE", "/people/me", {}),

  openTables: () => get<TableListed[]>("/tables"),
  myTables: () => get<TableListed[]>("/tables/mine"),
  /** The newest, or those older than one. */
  finishedTables: (most: number, than?: Finished) =>
    get<Finished[]>("/tables/mine/finished", {
      most,
      before: than?.ended_at,
      beyond: than?.table.table,
    }),
  lay: (table: NewTable) => post<TableLaid>("/tables", table),
  byCode: (code: string) => get<{ table: string }>(`/tables/code/${encodeURIComponent(code)}`),
  /** A command from a page that does not watch the table; the id makes it safe to send again. */
  act: (table: string, id: string, command: Command) =>
    post<{ seq: number }>(`/tables/${table}/commands`, { id, command }),
  page: (table: string) => get<Page>(`/tables/${table}`),
  log: (table: string, before: number) =>
    get<{ lines: Page["lines"]; more: boolean }>(`/tables/${table}/log`, { before }),
  hint: (table: string, again: boolean) => get<Hint>(`/tables/${table}/hint`, { again }),
  analysis: (table: string, seat: number, again: boolean) =>
    get<Analysis>(`/tables/${table}/analysis`, { seat, again }),
  analyse: (record: unknown, seat: number, again: boolean) =>
    post<Analysis>("/records/analysis", record, { seat, again }),
  par: (table: string, again: boolean) => get<Par>(`/tables/${table}/par`, { again }),
  record: (table: string) => get<unknown>(`/tables/${table}/record`),
  replay: (table: string, seat?: number, open?: boolean) =>
    get<Replay>(`/tables/${table}/replay`, { seat, open: open || undefined }),
  tell: (record: unknown, seat?: number, open?: boolean) =>
    post<Replay>("/records/replay", record, { seat, open: open || undefined }),
};
