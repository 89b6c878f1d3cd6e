/** The browser's check of a deal, on every recorded game of every game and on forgeries of it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  commitment,
  fromHex,
  lateNonce,
  seedCommitment,
  stream,
  type Deal,
  type FairRecord,
} from "./fair.ts";
import type { Chair, Common, Status } from "./wire.ts";
import { mayShow, noted, statements, type Seen, type Statement } from "./witness.ts";

const GAMES = new URL("../../src/tablee/games/", import.meta.url);
const OTHER = "5".repeat(64);

interface Played {
  name: string;
  record: FairRecord;
  deal: Deal;
}

async function recorded(): Promise<Played[]> {
  const found = [];
  for (const folder of readdirSync(GAMES, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name.startsWith("__")) continue;
    const { deal } = (await import(new URL(`${folder.name}/deal.ts`, GAMES).href)) as {
      deal: Deal;
    };
    const kept = new URL(`${folder.name}/playthroughs/`, GAMES);
    for (const file of readdirSync(kept).filter((name) => name.endsWith(".json"))) {
      const record = JSON.parse(readFileSync(new URL(file, kept), "utf-8")) as FairRecord;
      found.push({ name: `${folder.name} ${file}`, record, deal });
    }
  }
  return found;
}

const games = await recorded();

/** The table of a record as its page shows it at a moment. */
function shown(record: FairRecord, status: Status): Common {
  const { fair, seats, game, rules_version } = record;
  const chairs = seats.map((name, seat) => ({
    name,
    commitment: commitment(seat, fromHex(fair.nonces[seat]!)),
    nonce: status === "playing" || status === "over" ? fair.nonces[seat]! : "",
  })) as Chair[];
  const plan = { game, options: record.options ?? {} };
  const { seed_commitment } = fair;
  return { status, plan, rules_version, chairs, seed_commitment } as unknown as Common;
}

/** What a browser keeps that sees the table at these moments. */
function watching(record: FairRecord, ...moments: Status[]): Seen | null {
  let seen: Seen | null = null;
  for (const status of moments) seen = noted(seen, "table", shown(record, status), 1);
  return seen;
}

/** What the browser of a player keeps. */
function playing(record: FairRecord, seat = 0): Seen {
  const seen = watching(record, "waiting", "dealing", "playing")!;
  return { ...seen, own: { seat, nonce: record.fair.nonces[seat]! } };
}

/** A record that agrees with itself, dealt from other secrets. */
function dealtFrom({ record, deal }: Played, seed: string, nonces: string[]): FairRecord {
  const hashes = nonces.map((nonce, seat) => commitment(seat, fromHex(nonce)));
  return {
    ...record,
    deal: deal(stream(seed, nonces), record.seats.length),
    fair: { seed, seed_commitment: seedCommitment(seed), nonces, nonce_commitments: hashes },
  };
}

const usual = { rules_version: 0, options: {} };

function judged(record: FairRecord, deal: Deal, seen: Seen | null): Statement[] {
  return statements(record, deal, seen, usual);
}

/** Of which claims something is in this state. */
function claims(found: Statement[], state: Statement["state"]): string[] {
  return found.filter((one) => one.state === state).map((one) => one.claim);
}

const swapped = <T>(all: T[]): T[] => [all.at(-1)!, ...all.slice(1, -1), all[0]!];
const lastOther = (nonces: string[]) => [...nonces.slice(0, -1), OTHER];

const FORGERIES: Record<string, (played: Played) => FairRecord> = {
  nonces: (played) => {
    const { fair } = played.record;
    return dealtFrom(played, fair.seed, lastOther(fair.nonces));
  },
  seed: (played) => dealtFrom(played, OTHER, played.record.fair.nonces),
  seats: ({ record }) => ({ ...record, seats: swapped(record.seats) }),
  "nonces seats": (played) => {
    const { fair, seats } = played.record;
    return { ...dealtFrom(played, fair.seed, swapped(fair.nonces)), seats: swapped(seats) };
  },
  table: ({ record }) => ({ ...record, rules_version: record.rules_version - 1 }),
};

test("there are recorded games to check", () => assert.ok(games.length >= 20));

for (const played of games) {
  const { name, record, deal } = played;

  test(`${name}: a fair deal is proved to whoever gave a share`, () => {
    const all = ["seed", "nonces", "own", "deal", "seats", "table"];
    assert.deepEqual(claims(judged(record, deal, playing(record, 1)), "proved"), all);
  });

  test(`${name}: nothing is proved that was not seen`, () => {
    const all = ["seed", "nonces", "own", "seats", "table"];
    for (const seen of [null, watching(record, "playing"), watching(record, "over")]) {
      const found = judged(record, deal, seen);
      assert.deepEqual(claims(found, "proved"), ["deal"]);
      assert.deepEqual(claims(found, "unseen"), all);
    }
  });

  for (const [forged, forge] of Object.entries(FORGERIES))
    test(`${name}: other ${forged} are found out`, () => {
      const found = judged(forge(played), deal, playing(record));
      const wrong = forged.split(" ").filter((claim) => claim !== "own");
      for (const claim of wrong) assert.ok(claims(found, "contradicted").includes(claim), claim);
      const looking = judged(forge(played), deal, watching(record, "dealing"));
      for (const claim of wrong) assert.ok(claims(looking, "contradicted").includes(claim), claim);
    });

  test(`${name}: another deal is found out without a witness`, () => {
    const other = games.find((one) => one.deal === deal && one.record !== record)!;
    const dealt = JSON.stringify(record.deal) === JSON.stringify(other.record.deal);
    const forged = { ...record, deal: dealt ? {} : other.record.deal };
    const found = judged(forged, deal, null);
    assert.deepEqual(found, [{ claim: "deal", state: "contradicted", seats: [] }]);
  });

  test(`${name}: a late nonce is named, and no other can take its place`, () => {
    const { fair, seats } = record;
    const last = seats.length - 1;
    const late = dealtFrom(played, fair.seed, [
      ...fair.nonces.slice(0, -1),
      lateNonce(fair.seed, last),
    ]);
    const seen = watching(record, "waiting", "dealing"); // who lost the line before the deal
    const found = judged(late, deal, seen);
    assert.deepEqual(claims(found, "contradicted"), []);
    const named = found.find((one) => one.claim === "late");
    assert.deepEqual(named, { claim: "late", state: "proved", seats: [last] });
    assert.equal(judged(late, deal, null).find((one) => one.claim === "late")?.state, "unseen");
    const mine = judged(late, deal, { ...seen!, own: { seat: last, nonce: fair.nonces[last]! } });
    assert.deepEqual(
      mine.find((one) => one.claim === "own"),
      { claim: "own", state: "unseen", seats: [last] },
    );
    const other = dealtFrom(played, fair.seed, lastOther(fair.nonces));
    assert.deepEqual(claims(judged(other, deal, seen), "contradicted"), ["nonces"]);
    // Nor can the house call somebody late whose share it has shown.
    const told = judged(late, deal, playing(record));
    assert.deepEqual(claims(told, "contradicted"), ["nonces"]);
  });
}

test("every part of a record that does not fit the others is noticed", () => {
  const { record, deal } = games[0]!;
  const { fair } = record;
  const parts = [
    { seed: OTHER },
    { seed: "" },
    { nonces: lastOther(fair.nonces) },
    { nonces: fair.nonces.slice(1) },
    { nonces: fair.nonces.map((nonce) => nonce.replace(/../, "zz")) },
    { nonce_commitments: swapped(fair.nonce_commitments) },
    { seed_commitment: OTHER },
  ];
  for (const changed of parts) {
    const found = judged({ ...record, fair: { ...fair, ...changed } }, deal, null);
    assert.deepEqual(claims(found, "contradicted"), ["deal"]);
  }
  const nobody = { ...record, seats: [], fair: { ...fair, nonces: [], nonce_commitments: [] } };
  assert.deepEqual(claims(judged(nobody, deal, null), "contradicted"), ["deal"]);
});

test("what may change while a table waits is no contradiction", () => {
  const { record, deal } = games[0]!;
  const waiting = shown(record, "waiting");
  waiting.chairs[0]!.name = "";
  waiting.chairs[1]!.commitment = "";
  waiting.chairs[2]!.commitment = OTHER;
  waiting.plan.options = { other: true };
  const seen = noted(null, "table", waiting, 1)!;
  const found = judged(record, deal, seen);
  assert.deepEqual(claims(found, "contradicted"), []);
  assert.deepEqual(found.find((one) => one.state === "unseen")?.seats, [1, 2]);
  assert.deepEqual(claims(found, "unseen"), ["nonces", "own", "seats", "table"]);
});

test("a game begun by earlier rules contradicts nothing, with other options it does", () => {
  const { record, deal } = games[0]!;
  const seen = playing({ ...record, options: { old: true } });
  const later = { ...record, rules_version: record.rules_version + 1 };
  const today = { rules_version: later.rules_version, options: {} };
  const state = (options: Record<string, boolean>) =>
    statements({ ...later, options }, deal, seen, today).at(-1)!.state;
  assert.equal(state({ old: true, added: false }), "unseen");
  assert.equal(state({ old: false, added: false }), "contradicted");
});

test("what was given before somebody else took the chair is nobody's share", () => {
  const { record, deal } = games[0]!;
  const seen = { ...watching(record, "dealing")!, own: { seat: 0, nonce: OTHER } };
  const found = judged(record, deal, seen);
  assert.deepEqual(claims(found, "contradicted"), []);
  assert.deepEqual(claims(found, "unseen"), ["own"]);
});

test("what was seen when the company was complete is kept, whatever comes after", () => {
  const { record } = games[0]!;
  const seen = watching(record, "waiting", "dealing")!;
  const late = shown(record, "dealing");
  late.chairs[1]!.commitment = OTHER;
  assert.equal(noted(seen, "table", late, 2), seen);
  assert.equal(noted(seen, "table", shown(record, "waiting"), 2), seen);
  const other = shown(record, "dealing");
  other.seed_commitment = OTHER;
  const before = watching(record, "waiting");
  assert.equal(noted(before, "table", other, 2), before);
  const open = shown(record, "dealing");
  open.chairs[1]!.nonce = record.fair.nonces[1]!;
  assert.equal(noted(before, "table", open, 2), before);
});

test("a share is shown only when everybody has promised one", () => {
  const { record } = games[0]!;
  const own = { seat: 0, nonce: record.fair.nonces[0]! };
  assert.ok(mayShow({ ...watching(record, "dealing")!, own }));
  assert.ok(!mayShow({ ...watching(record, "waiting")!, own }));
  assert.ok(!mayShow({ ...watching(record, "dealing")!, own: { seat: 0, nonce: OTHER } }));
  const early = shown(record, "dealing");
  early.chairs[1]!.commitment = "";
  assert.ok(!mayShow({ ...noted(null, "table", early, 1)!, own }));
});
