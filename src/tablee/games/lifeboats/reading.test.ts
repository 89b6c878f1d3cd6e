/** The table in words, choices in words, clicks and the score sheet. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { phrase, reading } from "./reading.ts";
import { sheet, standing } from "./sheet.ts";
import { figureIn, JUMP, OVERBOARD, read, SEAT_CREW, tally, type View } from "./sight.ts";
import { boats, NOTHING, pressBoat, pressRank } from "./wishes.ts";

const [game] = JSON.parse(readFileSync(new URL("story.test.json", import.meta.url), "utf-8")) as [
  { start: View; end: View },
];
const names = ["Anna", "Ben", "Chloé"];
const texts = {
  say: (label: string, blanks: Record<string, string | number> = {}) =>
    `${label}(${Object.values(blanks).join("|")})`,
  word: (name: string, number: number) => `${name}${number}`,
};

test("every boat, island and player is in the reading, and the votes that were held", () => {
  const before = reading(game.start, names, texts);
  assert.equal(before.length, 1 + 4 + 3 + 3);
  const after = reading(game.end, names, texts);
  for (const name of names) assert.ok(after.some((one) => one.startsWith(`read_player(${name}`)));
  assert.ok(after.some((one) => one.startsWith("read_vote")));
  assert.equal(after.filter((one) => one.startsWith("read_island")).length, 3);
});

test("every choice has words", () => {
  assert.equal(phrase("hat", names, texts), "hat()");
  assert.equal(phrase("4", names, texts), "lane() 4");
  assert.equal(phrase("K", names, texts), "colour6");
  assert.equal(phrase("oY", names, texts), "figure1, boat1");
  assert.equal(phrase("x", names, texts), "x");
  assert.deepEqual(read(figureIn("sailor", 3)), { kind: "figure", rank: "sailor", boat: 3 });
});

test("the sheet adds up to the points", () => {
  const { columns, rows } = sheet(game.end, texts);
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    standing(game.end),
  );
  for (const row of rows) {
    assert.equal(row.length, columns.length);
    assert.equal(Number(row[0]) + Number(row[1]) + Number(row[2]), row.at(-1));
  }
});

test("votes are counted with their weights, without hats", () => {
  assert.deepEqual(tally([0, 2, 7, null, 2], [1, 1, 1, 1, 1]), [
    [2, 2],
    [0, 1],
  ]);
  assert.deepEqual(tally([0, 2], [3, 2]), [
    [0, 3],
    [2, 2],
  ]);
});

test("a figure and a boat make a choice, in either order; what is impossible is wished all the same", () => {
  const view = { ...game.start, phase: SEAT_CREW };
  const options = ["sR", "oR", "sK"];
  const picked = pressRank(NOTHING, "officer");
  assert.deepEqual(picked, { half: { rank: "officer", boat: null } });
  assert.deepEqual(pressBoat(view, options, { rank: "officer", boat: null }, 0), { choice: "oR" });
  assert.deepEqual(pressBoat(view, options, NOTHING, 0), { half: { rank: null, boat: 0 } });
  assert.deepEqual(pressRank({ rank: null, boat: 0 }, "sailor"), { choice: "sR" });
  assert.deepEqual(pressBoat(view, options, NOTHING, 6), { choice: "sK" });
  assert.deepEqual(boats(view, options, { rank: "officer", boat: null }), [0]);
  assert.deepEqual(pressBoat({ ...view, phase: JUMP }, options, NOTHING, 2), { choice: "sG" });
  assert.equal(pressBoat({ ...view, phase: OVERBOARD }, ["R", "Y"], NOTHING, 0), null);
});
