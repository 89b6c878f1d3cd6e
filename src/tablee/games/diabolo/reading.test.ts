/** Diabolo in sentences, choices in words, the score sheet. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Texts } from "$client/board.ts";
import { phrase, reading } from "./reading.ts";
import { sheet, standing } from "./sheet.ts";
import { discarding, placers, placing, sorted, type View, wishOf } from "./sight.ts";

const parts = JSON.parse(readFileSync(new URL("./story.test.json", import.meta.url), "utf-8")) as {
  view: View;
}[][];
const views = parts.flat().map(({ view }) => view);
const end = parts[1]!.at(-1)!.view;
const names = ["Anna", "Ben", "Chloé"];

/** Says a label and its blanks as they are. */
const texts: Texts = {
  say: (label, blanks = {}) => [label, ...Object.values(blanks)].join(" "),
  word: (name, number) => `${name}${number}`,
};

test("the reading tells of every row, every player and my hand", () => {
  for (const view of views) {
    const sentences = reading(view, names, texts);
    const about = (label: string) => sentences.filter((one) => one.startsWith(`${label} `));
    assert.equal(about("read_row").length, 5);
    assert.equal(about("read_player").length, view.seats);
    assert.equal(about("read_hand").length, 1);
    assert.equal(about("read_drawn").length, view.drawn ? 1 : 0);
    assert.equal(about("read_discards").length, view.discards.length > 0 ? 1 : 0);
  }
});

test("a choice is put into words", () => {
  assert.equal(phrase("R3+", names, texts), "place card3 side1");
  assert.equal(phrase("Y1-", names, texts), "place card6 side0");
  assert.equal(phrase("P5x", names, texts), "discard card25");
  assert.equal(phrase("double", names, texts), "double");
  assert.equal(phrase("?", names, texts), "?");
});

test("the notation is read as it is written", () => {
  for (let card = 1; card <= 25; card++) {
    assert.deepEqual(wishOf(placing(card, 1)), { does: "place", card, side: 1 });
    assert.deepEqual(wishOf(placing(card, 0)), { does: "place", card, side: 0 });
    assert.deepEqual(wishOf(discarding(card)), { does: "discard", card });
  }
});

test("a hand is sorted by colour with sums", () => {
  assert.deepEqual(sorted([7, 2, 25, 6, 2]), [
    { colour: 0, cards: [2, 2], sum: 4 },
    { colour: 1, cards: [6, 7], sum: 3 },
    { colour: 4, cards: [25], sum: 5 },
  ]);
});

test("every card on the table has somebody who placed it", () => {
  for (const view of views)
    for (const colour of view.rows.keys())
      for (const side of [0, 1] as const)
        assert.ok(placers(view, colour, side).every((seat) => seat !== null));
});

test("the sheet has a column for each round and the sum, and the sums are right", () => {
  const { columns, rows } = sheet(end, texts);
  assert.deepEqual(columns, ["1", "2", "3", "sum"]);
  assert.equal(rows.length, 3);
  end.players.forEach((player, seat) => {
    assert.equal(
      player.points.reduce((all, points) => all + points, 0),
      standing(end)[seat],
    );
    assert.equal(rows[seat]!.at(-1), String(player.score).replace("-", "−"));
  });
});
