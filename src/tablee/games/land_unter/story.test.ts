/** A recorded game told scene by scene ends each time where the house says it ends. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Told } from "../../../../client/src/wire.ts";
import type { View } from "./sight.ts";
import { story } from "./story.ts";

interface Game {
  /** The first view, and of each later one what differs from the one before. */
  views: Partial<View>[];
  told: Told[][];
}
const games = JSON.parse(
  readFileSync(new URL("story.test.json", import.meta.url), "utf8"),
) as Record<"secret" | "open" | "nobody_left", Game>;

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

const secret = movesOf(games.secret);
const open = movesOf(games.open);
const nobodyLeft = movesOf(games.nobody_left);

/** Two moves that came in one message, as when the last card is laid by itself. */
const joined = (moves: Move[]) =>
  moves.slice(1).map((next, n) => ({
    before: moves[n]!.before,
    after: next.after,
    told: [...moves[n]!.told, ...next.told],
  }));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

test("every story ends with the view after it and all events told, and changes nothing", () => {
  const moves = [...secret, ...open, ...joined(secret), ...joined(open), ...nobodyLeft];
  for (const { before, after, told } of moves) {
    const scenes = story(frozen(before), frozen(after), frozen(told));
    const last = scenes.at(-1)!;
    assert.deepEqual(last.view, after);
    assert.equal(last.told, told.length);
    const counts = scenes.map((scene) => scene.told);
    assert.deepEqual(
      counts,
      [...counts].sort((one, other) => one - other),
    );
  }
});

test("the scene before the last shows the players as the events left them", () => {
  for (const { before, after, told } of secret.slice(0, 3)) {
    const settled = story(before, after, told).at(-2)!.view;
    const publicThings = (view: View) =>
      view.players.map(({ buoys, level, out, cards, score }) => [buoys, level, out, cards, score]);
    assert.deepEqual(publicThings(settled), publicThings(after));
    assert.deepEqual(settled.hand, after.hand);
  }
});

test("cards laid in secret lie face down first, and are turned together", () => {
  const { before, after, told } = secret[0]!;
  const [down, up] = story(before, after, told);
  assert.equal(down!.view.show?.hidden, true);
  assert.equal(down!.told, 0);
  assert.equal(up!.view.show, undefined);
  assert.equal(up!.told, before.seats);
  assert.ok(up!.view.players.every((player) => player.card > 0));
});

test("in open play one card is laid at a time, and never face down", () => {
  for (const { before, after, told } of open) {
    const scenes = story(before, after, told);
    assert.equal(scenes[0]!.told, 1);
    assert.ok(scenes.every((scene) => !scene.view.show?.hidden));
  }
});

test("the highest card takes its water before the second highest", () => {
  const { before, after, told } = secret[0]!;
  const takers = story(before, after, told).map((scene) => scene.view.show?.takers?.length ?? 0);
  assert.deepEqual([...new Set(takers.slice(0, -1))], [0, 1, 2]);
});

test("a second trick in the same message brings its own water", () => {
  const move = joined(secret)[0]!;
  const trick = story(move.before, move.after, move.told).filter(
    (scene) => scene.view.trick === 2 && scene.view.show?.hidden,
  );
  assert.deepEqual(
    trick.map((scene) => scene.view.water),
    [secret[1]!.before.water],
  );
});

test("a round ends with its points and the comparison of hands", () => {
  const end = secret.find(({ told }) => told.some(([name]) => name === "round_ends"))!;
  const scenes = story(end.before, end.after, end.told);
  const shown = scenes.find((scene) => scene.view.show?.results)!;
  assert.deepEqual(
    shown.view.players.map((player) => player.points),
    end.after.players.map((player) => player.points),
  );
  assert.equal(shown.view.round, end.before.round);
  assert.ok(scenes.some((scene) => scene.view.show?.points?.every((points) => points !== null)));
});

test("a round in which everybody goes under ends with a loss for each, and nobody is lowest", () => {
  const { before, after, told } = nobodyLeft[0]!;
  const scenes = story(before, after, told);
  const shown = scenes.find((scene) => scene.view.show?.results)!;
  assert.deepEqual(
    shown.view.players.map(({ out, points }) => [out, points]),
    before.players.map(() => [true, [-1]]),
  );
  assert.ok(scenes.every((scene) => !scene.view.show?.lowest?.length));
});
