/** Recorded games told scene by scene end each time where the house says they end. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Told } from "../../../../client/src/wire.ts";
import { EXCHANGE, LION, type View } from "./sight.ts";
import { story } from "./story.ts";

interface Game {
  /** The first view, and of each later one what differs from the one before. */
  views: Partial<View>[];
  told: Told[][];
}
const games = JSON.parse(
  readFileSync(new URL("story.test.json", import.meta.url), "utf8"),
) as Record<"exchange" | "gentle" | "short", Game>;

interface Move {
  before: View;
  after: View;
  told: Told[];
}

function movesOf(game: Game): Move[] {
  let view = game.views[0] as View;
  return game.told.map((told, n) => {
    const before = view;
    view = { ...view, ...game.views[n + 1] };
    return { before, after: view, told };
  });
}

const moves = Object.values(games).flatMap(movesOf);
/** Two moves that came in one message. */
const joined = movesOf(games.exchange).flatMap((move, n, all) => {
  const next = all[n + 1];
  return next ? [{ ...move, after: next.after, told: [...move.told, ...next.told] }] : [];
});
const telling = (name: string) =>
  moves.filter(({ told }) => told.some(([event]) => event === name));

test("the last scene shows what the house shows", () => {
  for (const { before, after, told } of [...moves, ...joined])
    assert.deepEqual(story(before, after, told).at(-1)!.view, after);
});

test("what is told grows scene by scene and ends with everything", () => {
  for (const { before, after, told } of [...moves, ...joined]) {
    const counts = story(before, after, told).map((scene) => scene.told);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.equal(counts.at(-1), told.length);
  }
});

test("nothing that was given is changed", () => {
  for (const move of [...moves, ...joined]) {
    const copy = structuredClone(move);
    story(move.before, move.after, move.told);
    assert.deepEqual(move, copy);
  }
});

test("the scene before the last already stands where the house says", () => {
  for (const { before, after, told } of moves) {
    const { view } = story(before, after, told).at(-2)!;
    assert.deepEqual(
      view.players.map((player) => player.position),
      after.players.map((player) => player.position),
    );
    assert.deepEqual(view.track, after.track);
  }
});

test("a pawn walks space by space", () => {
  const walks = telling("moves");
  assert.ok(walks.length > 50);
  for (const { before, after, told } of walks) {
    let position = before.players;
    let steps = 0;
    for (const { view } of story(before, after, told)) {
      if (view.show?.kind !== "walks") continue;
      const { seat } = view.show;
      assert.equal(view.players[seat]!.position, position[seat]!.position + 1);
      position = view.players;
      steps += 1;
    }
    const moved = told.filter(([event]) => event === "moves").map(([, , spaces]) => spaces);
    assert.equal(
      steps,
      moved.reduce((sum, spaces) => sum! + spaces!, 0),
    );
  }
});

test("whoever flees runs back before a lion, whoever is sent back before an exchange", () => {
  for (const [name, counter] of [
    ["flees", LION],
    ["sends_back", EXCHANGE],
  ] as const) {
    const flights = telling(name);
    assert.ok(flights.length > 0);
    for (const { before, after, told } of flights)
      for (const { view } of story(before, after, told)) {
        if (view.show?.kind !== "flees") continue;
        assert.equal(view.show.counter, counter);
        assert.ok(view.players[view.show.seat]!.position < view.show.space);
      }
  }
});

test("a counter shows its face when it is met, an exchange leaves once it is used", () => {
  for (const { before, after, told } of [...telling("turns_up"), ...telling("meets")]) {
    const scene = story(before, after, told).find(({ view }) => view.show?.kind === "meets")!;
    const { show, track } = scene.view;
    assert.ok(show?.kind === "meets");
    assert.equal(track.find((one) => one.space === show.space)?.counter, show.counter);
  }
  for (const name of ["swaps", "sends_back"]) {
    const used = telling(name);
    assert.ok(used.length > 0);
    for (const { before, after } of used) assert.equal(after.track.length, before.track.length - 1);
  }
});

test("a card leaves the hand that plays it before another is drawn", () => {
  const mine = moves.filter(({ before, told }) =>
    told.some(([event, seat]) => ["plays", "covers"].includes(event) && seat === before.seat),
  );
  assert.ok(mine.length > 5);
  for (const { before, after, told } of mine) {
    const [laid] = story(before, after, told);
    assert.equal(laid!.view.hand!.length, before.hand!.length - 1);
    assert.equal(laid!.view.players[before.seat!]!.cards, before.hand!.length - 1);
  }
});
