/**
 * What a browser saw of a table before anything was shown, and what that proves of its record.
 * The same in Python: kernel/witness.py; the fields: docs/records.md, "What a witness saw".
 */

import { agreesWithItself, commitment, fromHex, lateNonce, seedCommitment } from "./fair.ts";
import type { Deal, FairRecord } from "./fair.ts";
import type { Common } from "./wire.ts";

/** How the table stood at one moment; what was not to be seen yet is an empty text. */
export interface Sight {
  status: "waiting" | "dealing" | "playing";
  game: string;
  rules_version: number;
  options: Record<string, boolean>;
  seats: string[];
  seed_commitment: string;
  commitments: string[];
  nonces: string[];
}

/** All that one browser has kept of one table. */
export interface Seen {
  format: 1;
  table: string;
  /** When it was first seen, in milliseconds since 1970. */
  at: number;
  /** The last sight of it at which no nonce was shown. */
  before: Sight | null;
  /** The first sight of it at which all were. */
  dealt: Sight | null;
  /** What this browser gave to the deal. */
  own: { seat: number; nonce: string } | null;
}

/** What is seen now, beside what was kept; null where there is nothing worth keeping. */
export function noted(kept: Seen | null, table: string, common: Common, now: number): Seen | null {
  const seen = kept ?? { format: 1, table, at: now, before: null, dealt: null, own: null };
  const { before, dealt } = seen;
  const { status } = common;
  if (dealt || status === "over" || status === "closed") return kept;
  if (status === "playing") return { ...seen, dealt: sight(common, status) };
  // Once the company is complete nothing may change; a promised seed never may.
  const other = before !== null && before.seed_commitment !== common.seed_commitment;
  const shown = common.chairs.some((chair) => chair.nonce);
  if (before?.status === "dealing" || other || shown) return kept;
  return { ...seen, before: sight(common, status) };
}

function sight(common: Common, status: Sight["status"]): Sight {
  const { plan, rules_version, seed_commitment, chairs } = common;
  return {
    status,
    game: plan.game,
    rules_version,
    options: plan.options,
    seats: chairs.map((chair) => chair.name),
    seed_commitment,
    commitments: chairs.map((chair) => chair.commitment),
    nonces: chairs.map((chair) => chair.nonce),
  };
}

/** What this browser gave, if it stood promised; what it gave before changing chairs did not. */
export function given(seen: Seen | null): Seen["own"] {
  const own = seen?.own;
  if (!own) return null;
  const promised = commitment(own.seat, fromHex(own.nonce));
  return seen.before?.commitments[own.seat] === promised ? own : null;
}

/** Whether a share may be shown: everybody's promise has been seen, and its own among them. */
export function mayShow(seen: Seen): boolean {
  const { before } = seen;
  return before?.status === "dealing" && before.commitments.every(Boolean) && given(seen) !== null;
}

export type State = "proved" | "contradicted" | "unseen";

/** Something a fair deal promises, whether it was kept, and of whom it is said. */
export interface Statement {
  claim: "deal" | "table" | "seats" | "seed" | "nonces" | "late" | "own";
  state: State;
  seats: number[];
}

/** What an option means that is not named, by the rules the house has today. */
interface Usual {
  rules_version: number;
  options: Record<string, { default: boolean }>;
}

/** What a record and a witness prove together. */
export function statements(
  record: FairRecord,
  deal: Deal,
  seen: Seen | null,
  usual: Usual,
): Statement[] {
  if (!agreesWithItself(record, deal)) return [{ claim: "deal", state: "contradicted", seats: [] }];
  const { fair } = record;
  const seed = judge(seen, (one) => one.seed_commitment === seedCommitment(fair.seed), false);
  const found = fair.nonces.map((_, seat) => nonceState(record, seen, seat));
  const who = (state: State | "late") =>
    found.flatMap((one, seat) => (one === state ? [seat] : []));
  const late = who("late");
  const states = ["proved", "contradicted", "unseen"] as const;
  const all: Statement[] = [
    { claim: "seed", state: seed, seats: [] },
    ...states.map((state) => ({ claim: "nonces" as const, state, seats: who(state) })),
    { claim: "late", state: seed === "proved" ? "proved" : "unseen", seats: late },
    { claim: "own", ...ownState(record, seen, late) },
    { claim: "deal", state: "proved", seats: [] },
    { claim: "seats", state: judge(seen, (one) => same(one.seats, record.seats)), seats: [] },
    { claim: "table", state: tableState(record, seen, usual), seats: [] },
  ];
  return all.filter(
    ({ claim, seats }) => (claim !== "nonces" && claim !== "late") || seats.length > 0,
  );
}

/** Does the record agree with what was seen? Most may still change while a table waits. */
function judge(seen: Seen | null, agrees: (sight: Sight) => boolean, changes = true): State {
  const { before, dealt } = seen ?? { before: null, dealt: null };
  if (dealt && !agrees(dealt)) return "contradicted";
  if (before && agrees(before)) return "proved";
  return before && (before.status === "dealing" || !changes) ? "contradicted" : "unseen";
}

function nonceState(record: FairRecord, seen: Seen | null, seat: number): State | "late" {
  const { fair } = record;
  const nonce = fair.nonces[seat]!;
  if (seen?.dealt && seen.dealt.nonces[seat] !== nonce) return "contradicted";
  const promised = seen?.before?.commitments[seat];
  if (promised === commitment(seat, fromHex(nonce))) return "proved";
  if (nonce === lateNonce(fair.seed, seat)) return "late";
  return promised && seen?.before?.status === "dealing" ? "contradicted" : "unseen";
}

/** The share nobody else knew; `seats` names its chair where the house calls it late. */
function ownState(record: FairRecord, seen: Seen | null, late: number[]) {
  const own = given(seen);
  if (!own) return { state: "unseen" as const, seats: [] };
  if (record.fair.nonces[own.seat] === own.nonce) return { state: "proved" as const, seats: [] };
  if (late.includes(own.seat)) return { state: "unseen" as const, seats: [own.seat] };
  return { state: "contradicted" as const, seats: [] };
}

/** A game begun by earlier rules is recorded by those of its end: what changed is not known here. */
function tableState(record: FairRecord, seen: Seen | null, usual: Usual): State {
  const recorded = record.options ?? {};
  const rest = judge(seen, (one) => one.game === record.game && sameOptions(one, recorded, usual));
  const version = judge(seen, (one) => one.rules_version === record.rules_version);
  const begun = seen?.dealt?.rules_version ?? seen?.before?.rules_version ?? 0;
  if (rest !== "proved" || version !== "contradicted") return rest === "proved" ? version : rest;
  return begun < record.rules_version ? "unseen" : version;
}

/** An option that is not named is as usual; what was usual in other rules is not known here. */
function sameOptions(one: Sight, recorded: Record<string, boolean>, usual: Usual): boolean {
  const options = one.rules_version === usual.rules_version ? usual.options : {};
  const names = [...Object.keys(one.options), ...Object.keys(recorded)];
  return names.every((name) => {
    const seen = one.options[name] ?? options[name]?.default;
    const played = recorded[name] ?? options[name]?.default;
    return seen === undefined || seen === played;
  });
}

const same = (one: string[], other: string[]) => JSON.stringify(one) === JSON.stringify(other);
