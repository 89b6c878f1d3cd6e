/** Stories told of recorded turns: a round, the end of a game, a hand that can place nothing. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Told } from "$client/wire.ts";
import { colourOf, settled, type View } from "./sight.ts";
import { story } from "./story.ts";

interface Step {
  told: Told[];
  view: View;
}
const parts = JSON.parse(
  readFileSync(new URL("./story.test.json", import.meta.url), "utf-8"),
) as Step[][];

const turns = parts.flatMap((steps) =>
  steps.slice(1).map((step, n) => ({ before: steps[n]!.view, after: step.view, told: step.told })),
);
const kindsOf = (told: Told[]) => new Set(told.map(([kind]) => kind));
const turnsWith = (kind: string) => turns.filter(({ told }) => kindsOf(told).has(kind));

test("the recorded turns hold every event there is", () => {
  const kinds = kindsOf(turns.flatMap(({ told }) => told));
  assert.deepEqual(
    [...kinds].sort(),
    "closes deals discards doubles equal holds loses places play_ends round_ends round_points row scores shows".split(
      " ",
    ),
  );
});

test("every story ends with what is true, tells every event once and changes nothing", () => {
  for (const { before, after, told } of turns) {
    const given = structuredClone([before, after, told]);
    const scenes = story(before, after, told);
    assert.deepEqual(scenes.at(-1)!.view, after);
    assert.equal(scenes.at(-1)!.told, told.length);
    let soFar = 0;
    for (const scene of scenes) {
      assert.ok(scene.told >= soFar);
      soFar = scene.told;
    }
    assert.deepEqual([before, after, told], given);
  }
});

test("a placed card is first in the light, then in its row and no longer in the hand", () => {
  const mine = turnsWith("places").filter(({ before, told }) => told[0]![1] === before.seat);
  assert.ok(mine.length > 3);
  for (const { before, after, told } of mine) {
    const [lifted, lies] = story(before, after, told);
    assert.equal(lifted!.view.show!.lifted!.card, told[0]![2]);
    assert.equal(lifted!.view.hand!.length, 7);
    assert.equal(lies!.view.hand!.length, 6);
  }
});

test("a card weighs in its row once it lies there, not when it leaves the hand", () => {
  for (const { before, after, told } of turnsWith("places")) {
    const colour = colourOf(told[0]![2] as number);
    const [lifted, flies, lies] = story(before, after, told);
    const cards = (view: View) => view.rows[colour]!.hell.concat(view.rows[colour]!.heaven).length;
    assert.deepEqual(settled(flies!.view, colour), lifted!.view.rows[colour]);
    assert.equal(cards(flies!.view), cards(before) + 1);
    assert.deepEqual(settled(lies!.view, colour), flies!.view.rows[colour]);
  }
});

test("before the last picture everything public is as it will be, until the next card is drawn", () => {
  for (const { before, after, told } of turns) {
    if (kindsOf(told).has("deals")) continue;
    const shown = story(before, after, told).at(-2)!.view;
    assert.deepEqual(shown.rows, after.rows);
    assert.deepEqual(shown.discards, after.discards);
    for (const seat of after.players.keys()) {
      const { doubler, placed, score, points } = after.players[seat]!;
      const then = shown.players[seat]!;
      assert.deepEqual(
        [then.doubler, then.placed, then.score, then.points],
        [doubler, placed, score, points],
      );
    }
  }
});

test("doublers are shown together, and so are the hands", () => {
  for (const { before, after, told } of turnsWith("doubles")) {
    const scenes = story(before, after, told);
    const seats = told.filter(([kind]) => kind === "doubles").map(([, seat]) => seat);
    const shown = scenes.find(({ view }) => view.show?.doubling)!;
    assert.deepEqual(shown.view.show!.doubling, seats);
    const held = scenes.find(({ view }) => view.show?.held)!;
    assert.equal(held.view.show!.held!.length, before.seats);
  }
});

test("a hand that can place nothing is laid open", () => {
  for (const { before, after, told } of turnsWith("shows")) {
    const [, seat, ...cards] = told.find(([kind]) => kind === "shows")!;
    const open = story(before, after, told).at(-2)!.view.players[seat!]!;
    assert.ok(open.shown);
    assert.deepEqual(open.known, cards);
  }
});

test("a new round begins with six cards each, an empty table and all doublers", () => {
  for (const { before, after, told } of turnsWith("deals")) {
    const fresh = story(before, after, told).at(-2)!.view;
    assert.equal(fresh.hand!.length, 6);
    assert.ok(fresh.rows.every((row) => row.hell.length + row.heaven.length === 0));
    assert.ok(fresh.players.every((player) => player.doubler && player.cards === 6));
    assert.deepEqual(
      fresh.players.map((player) => player.points),
      after.players.map((player) => player.points),
    );
  }
});
