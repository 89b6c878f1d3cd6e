/** Checks that a deal was fair, without the help of the house: docs/api.md, "Fair deals". */

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

/** What the house put in the place of a nonce that was not shown in time. */
export function lateNonce(seed: string, seat: number): string {
  return toHex(hmac(fromHex(seed), text("tablee late nonce\0"), Uint8Array.of(seat)));
}

/** What the house promised when the table was laid. */
export function seedCommitment(seed: string): string {
  return toHex(sha256(text("tablee seed\0"), fromHex(seed)));
}

/** What a record says about the chance of its deal, all in hexadecimal. */
export interface Fairness {
  seed: string;
  seed_commitment: string;
  nonces: string[];
  nonce_commitments: string[];
}

export interface FairRecord {
  game: string;
  rules_version: number;
  options?: Record<string, boolean>;
  seats: string[];
  deal: unknown;
  fair: Fairness;
}

/** Where a deal takes its chance from. */
export interface Chance {
  /** A number from 0 to bound - 1, each as likely. */
  below(bound: number): number;
  shuffle<T>(cards: T[]): T[];
}

/** How a game deals, written a second time so that the browser need not believe the house. */
export type Deal = (chance: Chance, seats: number) => unknown;

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

/** Does the deal of a record follow from its seed and nonces, and do these fit its commitments? */
export function agreesWithItself(record: FairRecord, deal: Deal): boolean {
  const { fair, seats } = record;
  const { nonces } = fair;
  if (seats.length < 2 || nonces.length !== seats.length) return false;
  if (![fair.seed, ...nonces].every(isSecret)) return false;
  if (seedCommitment(fair.seed) !== fair.seed_commitment) return false;
  const hashes = nonces.map((nonce, seat) => commitment(seat, fromHex(nonce)));
  if (hashes.some((hash, seat) => hash !== fair.nonce_commitments[seat])) return false;
  const dealt = deal(stream(fair.seed, nonces), seats.length);
  return JSON.stringify(tidy(dealt)) === JSON.stringify(tidy(record.deal));
}

const isSecret = (hex: string) => /^[0-9a-f]{64}$/.test(hex);

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
