/** A seat's own share in a fair deal: committed to while the table waits, shown when it is dealt. */

import { commitment, toHex } from "./fair.ts";
import { socket } from "./socket.svelte.ts";
import type { Table } from "./table.svelte.ts";
import type { Command } from "./wire.ts";

const STORE = "tablee.share.";

export class FairShare {
  #table: Table;
  #busy = false;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => void this.#keepUp());
  }

  async #keepUp() {
    const { common, you, id } = this.#table;
    const { seat } = you;
    const chair = seat === null ? undefined : common?.chairs[seat];
    if (!common || seat === null || !chair || this.#busy) return;
    const owed =
      common.status === "waiting" && !chair.commitment
        ? promise(id, seat, common.seed_commitment)
        : common.status === "dealing" && chair.commitment && !chair.nonce
          ? reveal(id, seat)
          : null;
    if (!owed) return;
    this.#busy = true;
    // Nobody asked for this: a refusal (the deal did not wait) is not told either.
    const answer = await socket.do(id, owed);
    this.#busy = false;
    if ("seq" in answer)
      await this.#keepUp(); // the table may have moved on meanwhile
    else if (owed.do === "commit") forget(id);
  }
}

/** The command that promises a share; null where it could not be kept to be shown later. */
export function promise(table: string, seat: number, promised: string): Command | null {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const kept = keep(table, { promised, seat, nonce: toHex(nonce) });
  return kept ? { do: "commit", commitment: commitment(seat, nonce) } : null;
}

function reveal(table: string, seat: number): Command | null {
  const share = shareAt(table);
  return share?.seat === seat ? { do: "reveal", nonce: share.nonce } : null;
}

/** What this browser gave to a deal, and what it was promised before. */
export interface Share {
  /** The house's commitment to its seed, seen before the deal. */
  promised: string;
  seat: number;
  nonce: string;
}

/** The share this browser gave at a table, if any. */
export function shareAt(table: string): Share | null {
  try {
    return JSON.parse(localStorage.getItem(STORE + table) ?? "null") as Share | null;
  } catch {
    return null;
  }
}

/** What the house did not take in time is no share in the deal. */
function forget(table: string) {
  try {
    localStorage.removeItem(STORE + table);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

/** Nothing of what was given anywhere is left in this browser. */
export function forgetAll() {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(STORE)) localStorage.removeItem(name);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

function keep(table: string, share: Share): boolean {
  try {
    localStorage.setItem(STORE + table, JSON.stringify(share));
    return true;
  } catch {
    return false;
  }
}
