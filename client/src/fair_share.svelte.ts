/**
 * This browser at a fair deal: it keeps what it sees, commits to a share of its own while the table
 * waits, and shows it when everybody else's commitment is on the table.
 */

import { commitment, toHex } from "./fair.ts";
import { keep, seenAt } from "./seen.ts";
import { socket } from "./socket.svelte.ts";
import type { Table } from "./table.svelte.ts";
import type { Command, Common } from "./wire.ts";
import { mayShow, noted } from "./witness.ts";

export class FairShare {
  #table: Table;
  #busy = false;
  #shown = false;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => void this.#keepUp());
  }

  async #keepUp() {
    const { common, you, id } = this.#table;
    const { seat } = you;
    if (!common) return;
    note(id, common);
    const chair = seat === null ? undefined : common.chairs[seat];
    if (seat === null || !chair || this.#busy) return;
    const owed =
      common.status === "waiting" && !chair.commitment
        ? promise(id, seat, common)
        : common.status === "dealing" && !this.#shown
          ? reveal(id, seat)
          : null;
    if (!owed) return;
    this.#busy = true;
    // Nobody asked for this: a refusal (the deal did not wait) is not told either.
    const answer = await socket.do(id, owed);
    this.#busy = false;
    if (owed.do === "reveal") this.#shown = true;
    else if ("refused" in answer) return;
    await this.#keepUp(); // the table may have moved on meanwhile
  }
}

/** Keep what is to be seen of a table now, as long as it can still prove anything. */
function note(table: string, common: Common) {
  const kept = seenAt(table);
  const seen = noted(kept, table, common, Date.now());
  if (seen && JSON.stringify(seen) !== JSON.stringify(kept)) keep(seen);
}

/** The command that promises a share; null where it could not be kept to be shown later. */
export function promise(table: string, seat: number, common: Common): Command | null {
  const seen = noted(seenAt(table), table, common, Date.now());
  if (!seen) return null;
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const kept = keep({ ...seen, own: { seat, nonce: toHex(nonce) } });
  return kept ? { do: "commit", commitment: commitment(seat, nonce) } : null;
}

function reveal(table: string, seat: number): Command | null {
  const seen = seenAt(table);
  return seen?.own?.seat === seat && mayShow(seen) ? { do: "reveal", nonce: seen.own.nonce } : null;
}
