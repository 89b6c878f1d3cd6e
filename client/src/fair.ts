/** Checks that a deal was fair, without the help of the house: docs/api.md, "Fair deals". */

import type { Share } from "./fair_share.svelte.ts";
import { hmac, sha256 } from "./sha256.ts";

const text = (words: string) => new TextEncoder().encode(words);

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex: string): Uint8Array {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** What a seat promises before it has seen another's share. */
export function commitment(seat: number, nonce: Uint8Array): string {
  return toHex(sha256(text("tablee nonce\0"), Uint8Array.of(seat), nonce));
}

/** What a record says about the chance of its deal, all in hexadecimal. */
export interface Fairness {
  seed: string;
  seed_commitment: string;
  nonces: string[];
  nonce_commitments: string[];
}

export interface KeptRecord {
  game: string;
  seats: string[];
  deal: unknown;
  fair?: Fairness;
}

/** Where a deal takes its chance from. */
export interface Chance {
  /** A number from 0 to bound - 1, each as likely. */
  below(bound: number): number;
  shuffle<T>(cards: T[]): T[];
}

/** How a game deals, written a second time so that the browser need not believe the house. */
export type Deal = (chance: Chance, seats: number) => unknown;

export interface Verdict {
  /** The house dealt from the seed it had promised. */
  seed: boolean;
  /** Every seat's share is the one it had promised. */
  nonces: boolean;
  /** The share this browser gave is in it; null if it gave none. */
  own: boolean | null;
  /** The cards follow from seed and shares. */
  deal: boolean;
}

const DEEP = 2 ** 32;

/** The stream of chance a fair deal is made of. */
export function stream(seed: string, nonces: string[]): Chance {
  const key = hmac(fromHex(seed), text("tablee deal\0"), ...nonces.map(fromHex));
  const words: number[] = [];
  let blocks = 0;
  function word(): number {
    if (words.length === 0) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, BigInt(blocks++));
      const block = new DataView(hmac(key, new Uint8Array(number.buffer)).buffer);
      for (let at = 28; at >= 0; at -= 4) words.push(block.getUint32(at));
    }
    return words.pop()!;
  }
  function below(bound: number): number {
    const unfair = DEEP % bound;
    for (;;) {
      const product = BigInt(word()) * BigInt(bound);
      if (Number(product & 0xffffffffn) >= unfair) return Number(product >> 32n);
    }
  }
  function shuffle<T>(cards: T[]): T[] {
    for (let last = cards.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [cards[last], cards[other]] = [cards[other]!, cards[last]!];
    }
    return cards;
  }
  return { below, shuffle };
}

/** Check everything a record says about its deal. */
export function verify(
  record: KeptRecord & { fair: Fairness },
  deal: Deal,
  share: Share | null,
): Verdict {
  const { fair, seats } = record;
  const seed = toHex(sha256(text("tablee seed\0"), fromHex(fair.seed)));
  const hashes = fair.nonces.map((nonce, seat) => commitment(seat, fromHex(nonce)));
  const dealt = deal(stream(fair.seed, fair.nonces), seats.length);
  return {
    seed: seed === fair.seed_commitment && (share === null || seed === share.promised),
    nonces:
      fair.nonces.length === seats.length &&
      hashes.every((hash, seat) => hash === fair.nonce_commitments[seat]),
    own: share && fair.nonces[share.seat] === share.nonce,
    deal: JSON.stringify(tidy(dealt)) === JSON.stringify(tidy(record.deal)),
  };
}

/** A deal with its hands in order: how somebody holds their cards is not chance. */
function tidy(deal: unknown, sorted = false): unknown {
  if (Array.isArray(deal)) {
    const parts = deal.map((part) => tidy(part, sorted));
    return sorted && !parts.some(Array.isArray) ? parts.map(String).sort() : parts;
  }
  if (deal === null || typeof deal !== "object") return deal;
  const names = Object.keys(deal).sort();
  return names.map((name) => [
    name,
    tidy((deal as Record<string, unknown>)[name], name === "hands" || name === "counters"),
  ]);
}
