/** A seat's own share in a fair deal: committed to while the table waits, shown when it is dealt. */

import { commitment, toHex } from "./fair.ts";
import type { Table } from "./table.svelte.ts";

const STORE = "tablee.share.";

export class FairShare {
  #table: Table;
  #busy = false;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => void this.#keepUp());
  }

  async #keepUp() {
    const { common, you } = this.#table;
    if (!common || you.seat === null || this.#busy) return;
    const chair = common.chairs[you.seat];
    if (!chair) return;
    this.#busy = true;
    try {
      if (common.status === "waiting" && !chair.commitment) await this.#commit(you.seat);
      if (common.status === "dealing" && chair.commitment && !chair.nonce)
        await this.#reveal(you.seat);
    } finally {
      this.#busy = false;
    }
  }

  async #commit(seat: number) {
    const nonce = crypto.getRandomValues(new Uint8Array(32));
    const promised = this.#table.common!.seed_commitment;
    const kept = keep(this.#table.id, { promised, seat, nonce: toHex(nonce) });
    if (!kept) return; // what cannot be kept cannot be shown later: the house draws instead
    await this.#table.do({ do: "commit", commitment: commitment(seat, nonce) });
  }

  async #reveal(seat: number) {
    const share = shareAt(this.#table.id);
    if (share?.seat === seat) await this.#table.do({ do: "reveal", nonce: share.nonce });
  }
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

function keep(table: string, share: Share): boolean {
  try {
    localStorage.setItem(STORE + table, JSON.stringify(share));
    return true;
  } catch {
    return false;
  }
}
