/** What the house sends and is sent, as docs/api.md has it. */

export type Language = "fr" | "en" | "de";
export type Status = "waiting" | "dealing" | "playing" | "over" | "closed";
export type Kind = "open" | "friend" | "person" | "bot" | "outside_bot";
/** An event of the game: its name and its numbers. */
export type Told = [name: string, ...numbers: number[]];

export interface Clock {
  kind: "none" | "move" | "bank";
  seconds: number;
  more: number;
}

export interface Plan {
  game: string;
  options: Record<string, boolean>;
  public: boolean;
  pace: "live" | "slow";
  clock: Clock;
  talk: boolean;
  automatic: boolean;
  keeper: string;
  hints: boolean;
}

export interface Chair {
  name: string;
  kind: Kind;
  level: string;
  /** Of a bot that has one. */
  character: string;
  host: boolean;
  present: boolean;
  kept: boolean;
  left: number | null;
  bank: number | null;
  commitment: string;
  nonce: string;
}

export interface Turn {
  number: number;
  question: string;
  sentence: string;
  clause: string;
  waiting_for: number[];
}

export interface Outcome {
  finished: boolean;
  scores: number[];
  winners: number[];
}

export interface Common {
  code: string;
  status: Status;
  plan: Plan;
  /** Of the game: the same word for editions with the same rules. */
  rules: string;
  rules_version: number;
  before: string;
  after: string;
  seed_commitment: string;
  chairs: Chair[];
  undo_asked: number | null;
  /** Who would let it, the seat itself among them. */
  undo_agreed: number[];
  votes: number[];
  /** The bots answer at once. */
  hurry: boolean;
  turn: Turn | null;
  result: Outcome | null;
}

/** What a bot chose for somebody who was away, and why. */
export interface Errand {
  seq: number;
  choice: string;
  text: string;
}

export interface You {
  seat: number | null;
  host: boolean;
  invitations?: string[];
  news_after?: number;
  away?: Errand[];
  options?: string[];
  chosen?: string | null;
  may_undo?: boolean;
}

export interface Line {
  seq: number;
  at: number;
  kind: "game" | "house" | "talk" | "sign";
  text: string;
  event?: Told;
  seat?: number | null;
  name?: string;
}

/** A table as this client may see it; what is left out is as it was in the page before. */
export interface Page {
  table: string;
  seq: number;
  common: Common;
  you: You;
  lines: Line[];
  view: unknown;
}

export interface Refusal {
  code: string;
  text: string;
  clause?: string;
  legal?: string[];
  detail?: string; // for programmers, in English
}

export type Command =
  | { do: "sit"; seat?: number; invitation?: string }
  | { do: "stand" | "start" | "undo" | "leave" | "return" | "close" | "rematch" }
  | { do: "place"; seat: number; who: string }
  | { do: "change"; plan: Plan; seats: number }
  | { do: "commit"; commitment: string }
  | { do: "reveal"; nonce: string }
  | { do: "choose"; turn: number; choice: string }
  | { do: "say"; text: string }
  | { do: "emote"; sign: string }
  | { do: "consent"; agree: boolean }
  | { do: "keep" | "host"; seat: number }
  | { do: "hurry"; on: boolean }
  | { do: "end"; agree?: boolean };

export type Incoming =
  | { type: "welcome"; version: number; name: string; language: Language; heartbeat: number }
  | { type: "done"; id: string; seq: number }
  | ({ type: "refused"; id: string } & Refusal)
  | ({ type: "page"; common: Partial<Common> } & Omit<Page, "common" | "view"> & { view?: unknown })
  | { type: "pong" }
  | { type: "bye"; why: "restart" | "revoked"; seconds: number };
