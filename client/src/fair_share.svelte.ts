/** A seat's own share in a fair deal: committed to while the table waits, shown when it is dealt. */

import { fromHex, sha256, text, toHex } from "./fair.ts";
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
    const kept = keep(this.#table.id, seat, toHex(nonce));
    if (!kept) return; // what cannot be kept cannot be shown later: the house draws instead
    const commitment = await sha256(text("tablee nonce\0"), Uint8Array.of(seat), nonce);
    await this.#table.do({ do: "commit", commitment: toHex(commitment) });
  }

  async #reveal(seat: number) {
    const nonce = sharesOf(this.#table.id)[seat];
    if (nonce && fromHex(nonce).length === 32) await this.#table.do({ do: "reveal", nonce });
  }
}

/** The shares this browser has given at a table, by seat. */
export function sharesOf(table: string): Record<number, string> {
  try {
    return JSON.parse(localStorage.getItem(STORE + table) ?? "{}") as Record<number, string>;
  } catch {
    return {};
  }
}

function keep(table: string, seat: number, nonce: string): boolean {
  try {
    localStorage.setItem(STORE + table, JSON.stringify({ ...sharesOf(table), [seat]: nonce }));
    return true;
  } catch {
    return false;
  }
}
