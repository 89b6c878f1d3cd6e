/** What this browser has seen of tables, kept from page to page; of the newest tables only. */

import type { Seen } from "./witness.ts";

const STORE = "tablee.seen.";
const MOST = 100; // tables, of about 3 KB each

/** What was kept of a table, if anything. */
export function seenAt(table: string): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(STORE + table) ?? "null") as Seen | null;
  } catch {
    return null;
  }
}

/** Keep it; false where nothing can be kept. */
export function keep(seen: Seen): boolean {
  try {
    const name = STORE + seen.table;
    if (localStorage.getItem(name) === null) forgetOldest();
    localStorage.setItem(name, JSON.stringify(seen));
    return true;
  } catch {
    return false;
  }
}

function forgetOldest() {
  const age = (name: string) => seenAt(name.slice(STORE.length))?.at ?? 0;
  const oldest = names().sort((one, other) => age(one) - age(other));
  for (const name of oldest.slice(0, Math.max(0, oldest.length - MOST + 1)))
    localStorage.removeItem(name);
}

/** Nothing of what was seen anywhere is left in this browser. */
export function forgetAll() {
  try {
    for (const name of names()) localStorage.removeItem(name);
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

const names = () => Object.keys(localStorage).filter((name) => name.startsWith(STORE));
