/** The table in words, the score sheet, and the comparison of hands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fill } from "../../../../client/src/blanks.ts";
import { phrase, reading } from "./reading.ts";
import { sheet, standing } from "./sheet.ts";
import { comparison, mood, printed, type Player, type View } from "./sight.ts";

const LABELS: Record<string, string> = {
  round_short: "R{round}",
  sum: "Total",
  read_player: "{name}: {buoys} buoys, level {level}, {cards} cards, {score} points",
  known: "{name} holds {cards}",
  read_hand: "hand {cards}",
  read_results: "{owner} {announced}: {results}",
  read_result: "{name} {points}",
  card_whole: "{card} whole",
  card_half: "{card} half",
};
const texts = {
  say: (label: string, blanks = {}) => fill(LABELS[label] ?? label, blanks, "en"),
  word: (name: string) => name,
};
const names = ["Anna", "Ben", "Chloé"];

const player = (changes: Partial<Player>): Player => ({
  buoys: 3,
  level: 5,
  out: false,
  card: 0,
  cards: 9,
  known: [],
  hand: 0,
  announced: 4,
  score: 0,
  points: [],
  ...changes,
});

/** The second round: Anna plays Chloé's hand, Ben Anna's, Chloé Ben's. */
const view: View = {
  seat: 0,
  seats: 3,
  over: false,
  asks: 0,
  open_play: false,
  loss_passes_on: true,
  two_left_pay: true,
  round: 2,
  trick: 4,
  water: [2, 9],
  water_seen: [1, 12, 4, 4, 7, 8],
  leader: null,
  hand: [14, 30, 55],
  unknown: [3, 60],
  players: [
    player({ hand: 2, announced: 6, score: 3, points: [3] }),
    player({ hand: 0, announced: 4, score: -1, points: [-1], known: [5, 41] }),
    player({ hand: 1, announced: 5, score: 5, points: [5], out: true, level: 0 }),
  ],
};

test("everything on the board is in the reading", () => {
  const sentences = reading(view, names, texts);
  assert.ok(sentences.includes("Anna: 3 buoys, level 5, 9 cards, 3 points"));
  assert.ok(sentences.includes("Ben: 3 buoys, level 5, 9 cards, −1 points"));
  assert.ok(sentences.includes("read_player_under"));
  assert.ok(sentences.includes("Ben holds 5, 41."));
  assert.ok(sentences.includes("hand 14 half, 30 whole, card_plain"));
  assert.ok(sentences.includes("Anna 4: Anna 3"));
  for (const label of ["read_flood", "read_gone", "read_deal", "read_unknown"])
    assert.ok(sentences.includes(label), label);
  assert.ok(!sentences.includes("read_leader"));
});

test("a spectator is read no hand", () => {
  const sentences = reading({ ...view, seat: null, hand: null }, names, texts);
  assert.ok(!sentences.some((sentence) => sentence.startsWith("hand")));
});

test("a card is named with its buoys", () => {
  assert.equal(phrase("36", names, texts), "36 whole");
  assert.deepEqual([12, 13, 24, 25, 36, 37, 48, 49].map(printed), [0, 0.5, 0.5, 1, 1, 0.5, 0.5, 0]);
});

test("the sheet has a column for each finished round, and the sum", () => {
  assert.deepEqual(sheet(view, texts), {
    columns: ["R1", "Total"],
    rows: [
      ["3", "3"],
      ["−1", "−1"],
      ["5", "5"],
    ],
  });
  assert.deepEqual(standing(view), [3, -1, 5]);
});

test("the comparison says who made what of which hand, and in which round", () => {
  const hands = comparison(view);
  assert.deepEqual(
    hands.map((one) => one.announced),
    [4, 5, 6],
  );
  assert.deepEqual(
    hands.map((one) => one.results.map(({ round, points }) => [round, points])),
    [
      [
        [0, 3],
        [1, null],
        [2, null],
      ],
      [
        [2, null],
        [0, -1],
        [1, null],
      ],
      [
        [1, null],
        [2, null],
        [0, 5],
      ],
    ],
  );
  assert.ok(hands.every((one) => one.results.every(({ best }) => !best)));
  const later = view.players.map((one, seat) => ({
    ...one,
    points: [...one.points, [6, 3, 0][seat]!],
  }));
  const [first, , third] = comparison({ ...view, players: later });
  assert.deepEqual(
    first!.results.map((one) => one.best),
    [true, true, false],
  );
  assert.deepEqual(
    third!.results.map((one) => one.best),
    [true, false, false],
  );
  assert.equal(third!.sum, 11);
  const sunk = view.players.map((one) => ({ ...one, points: [-1, -1, -1] }));
  assert.ok(
    comparison({ ...view, players: sunk }).every((one) => one.results.every(({ best }) => !best)),
  );
});

test("the animal feels the water", () => {
  const at = (level: number, out = false) => mood(player({ level, out }));
  assert.deepEqual([at(0), at(4), at(9), at(0, true)], ["dry", "wet", "afraid", "under"]);
});
