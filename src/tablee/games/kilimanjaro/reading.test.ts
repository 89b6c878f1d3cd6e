/** The table in words, choices in words, and the score sheet. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Texts } from "../../../../client/src/board.ts";
import { goOn, phrase, reading, why } from "./reading.ts";
import { sheet, standing } from "./sheet.ts";
import { cardCode, readChoice, type View } from "./sight.ts";

const games = JSON.parse(
  readFileSync(new URL("story.test.json", import.meta.url), "utf8"),
) as Record<"exchange" | "short", { views: View[] }>;
const view = games.exchange.views.reduce((sum, changes) => ({ ...sum, ...changes }));
const opening = games.short.views[0]!;
const names = ["Anna", "Ben", "Cléo", "David"];
const texts: Texts = {
  say: (label, blanks = {}) => [label, ...Object.values(blanks)].join(" "),
  word: (name, number) => `${name}${number}`,
};

test("everything on the table is read out", () => {
  const all = reading(view, names, texts).join("\n");
  view.players.forEach(({ position, stacks }, seat) => {
    assert.match(all, new RegExp(`read_position ${names[seat]} ${position}`));
    for (const card of stacks) assert.match(all, new RegExp(`card${card}\\b`));
  });
  for (const { space } of view.track) assert.match(all, new RegExp(`counter_\\w+ ${space} `));
  for (const card of view.hand!) assert.match(all, new RegExp(`read_hand.*card${card}\\b`));
});

test("before the cards are dealt, the counters in hand are read out", () => {
  const all = reading(opening, names, texts).join("\n");
  assert.match(all, /read_my_counters/);
  assert.match(all, /read_no_counters/);
  assert.doesNotMatch(all, /read_stacks/);
});

test("a banana offers no more spaces than there are", () => {
  const players = view.players.map((player) => ({ ...player, position: 90 }));
  const offered = (stride: number) => goOn({ ...view, seat: 1, stride, players }, texts.say);
  assert.equal(offered(7), "go_on 7 97");
  assert.equal(offered(13), "go_on 10 100");
});

test("a spectator is read no hand", () => {
  const all = reading({ ...view, seat: null, hand: null, counters: null }, names, texts).join("\n");
  assert.doesNotMatch(all, /read_hand|read_my_counters|counter_mine/);
});

test("the reason of a distance names the cards that count", () => {
  const player = { ...view.players[0]!, stacks: [0, 3, 27] };
  assert.equal(why({ ...player, counting: [0, 1], distance: 5 }, texts), "why_alike 2 1 + 4 5");
  assert.equal(why({ ...player, counting: [2], distance: 7 }, texts), "why_highest card27 7");
});

test("choices are read and put in words", () => {
  assert.deepEqual(readChoice("J5@1.2"), { kind: "card", card: 25, seat: 1, stack: 2 });
  assert.equal(cardCode(25), "J5");
  assert.deepEqual(readChoice("L79"), { kind: "counter", counter: 1, space: 79 });
  assert.equal(readChoice("J8@1.2"), null);
  assert.equal(phrase("J5@1.2", names, texts), "choice_card card25 Ben stack2");
  assert.equal(phrase("B7", names, texts), "choice_counter counter0 7");
  assert.equal(phrase("swap2", names, texts), "name Cléo");
  assert.equal(phrase("go", names, texts), "go");
});

test("the sheet ends with the score", () => {
  const { columns, rows } = sheet(view, texts);
  assert.equal(rows.length, view.seats);
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    standing(view),
  );
  assert.ok(rows.every((row) => row.length === columns.length));
});
