/** Who sits round the table and what they are about, for name plates on any board. */

import { getContext, setContext } from "svelte";

/** Who a bot is: what its face shows, and what it is called. */
export interface Face {
  level: string;
  character: string;
  title: string;
}

export interface Guest {
  name: string;
  /** Of a bot of the house: its level and its character, and both in words. */
  persona: Face | null;
  /** A bot from elsewhere. */
  outside: boolean;
  you: boolean;
  host: boolean;
  present: boolean;
  /** A bot chooses for somebody who is away. */
  kept: boolean;
  /** The table waits for this guest. */
  waiting: boolean;
  /** Has chosen, while others still think. */
  chosen: boolean;
  /** Milliseconds on the clock, or null. */
  clock: number | null;
  winner: boolean;
}

export interface Company {
  readonly guests: Guest[];
}

const KEY = Symbol("company");

export const welcome = (company: Company) => setContext(KEY, company);
export const company = () => getContext<Company>(KEY);

/** Guests of whom only the names are known, as in a replay. */
export function named(names: string[], you: number | null, waiting: number[]): Guest[] {
  return names.map((name, seat) => ({
    name,
    persona: null,
    outside: false,
    you: seat === you,
    host: false,
    present: true,
    kept: false,
    waiting: waiting.includes(seat),
    chosen: false,
    clock: null,
    winner: false,
  }));
}
