/** The browser's check of a deal, on every recorded game of every game. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { verify, type Deal, type Fairness, type KeptRecord } from "./fair.ts";

const GAMES = new URL("../../src/tablee/games/", import.meta.url);

type Fair = KeptRecord & { fair: Fairness };

async function recorded(): Promise<{ name: string; record: Fair; deal: Deal }[]> {
  const found = [];
  for (const folder of readdirSync(GAMES, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name.startsWith("__")) continue;
    const { deal } = (await import(new URL(`${folder.name}/deal.ts`, GAMES).href)) as {
      deal: Deal;
    };
    const kept = new URL(`${folder.name}/playthroughs/`, GAMES);
    for (const file of readdirSync(kept).filter((name) => name.endsWith(".json"))) {
      const record = JSON.parse(readFileSync(new URL(file, kept), "utf-8")) as Fair;
      found.push({ name: `${folder.name} ${file}`, record, deal });
    }
  }
  return found;
}

const games = await recorded();

test("there are recorded games to check", () => assert.ok(games.length >= 20));

for (const { name, record, deal } of games) {
  test(`${name}: a fair deal is found fair`, () => {
    const share = { promised: record.fair.seed_commitment, seat: 1, nonce: record.fair.nonces[1]! };
    assert.deepEqual(verify(record, deal, share), {
      seed: true,
      nonces: true,
      own: true,
      deal: true,
    });
  });
}

test("every kind of cheating is noticed", () => {
  const { record, deal } = games[0]!;
  const { fair } = record;
  const other = "5".repeat(64);
  const changed = (changes: Partial<Fairness>) => ({ ...record, fair: { ...fair, ...changes } });

  const seed = verify(changed({ seed: other }), deal, null);
  assert.deepEqual([seed.seed, seed.deal, seed.own], [false, false, null]);
  const nonces = verify(changed({ nonces: [other, ...fair.nonces.slice(1)] }), deal, null);
  assert.deepEqual([nonces.nonces, nonces.deal], [false, false]);
  const fewer = verify(changed({ nonces: fair.nonces.slice(1) }), deal, null);
  assert.equal(fewer.nonces, false);
  const share = { promised: other, seat: 0, nonce: other };
  const mine = verify(record, deal, share);
  assert.deepEqual([mine.seed, mine.own, mine.deal], [false, false, true]);
  const swapped = { ...record, deal: games.at(-1)!.record.deal };
  assert.equal(verify(swapped, deal, null).deal, false);
});
