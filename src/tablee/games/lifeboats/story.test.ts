/** Two recorded games told picture by picture; story.test.json keeps what changed in each move. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { muster, type Roster, WATER } from "./roster.ts";
import { reading } from "./reading.ts";
import { sum, type View, votesSeen } from "./sight.ts";
import { story } from "./story.ts";

type Told = [string, ...number[]];
interface Kept {
  start: View;
  moves: { told: Told[]; changes: Record<string, unknown> }[];
  end: View;
}

const games = JSON.parse(
  readFileSync(new URL("story.test.json", import.meta.url), "utf-8"),
) as Kept[];

function changed(view: View, changes: Record<string, unknown>): View {
  const next = structuredClone(view);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    const last = names.pop()!;
    let at = next as unknown as Record<string, unknown>;
    for (const name of names) at = at[name] as Record<string, unknown>;
    at[last] = value;
  }
  return next;
}

function* moves(): Generator<{ before: View; after: View; told: Told[] }> {
  for (const { start, moves, end } of games) {
    let before = start;
    for (const { told, changes } of moves) {
      const after = changed(before, changes);
      yield { before, after, told };
      before = after;
    }
    assert.deepEqual(before, end);
  }
}

/** What lies on the table, without what is asked of whom. */
const pieces = ({ boats, players, islands, landed, round, start, votes }: View) => ({
  boats,
  players,
  islands,
  landed,
  round,
  start,
  outcomes: votes.map((vote) => vote.ballots),
});

test("a story ends with what is, tells every event in order and changes nothing it is given", () => {
  for (const { before, after, told } of moves()) {
    const given = structuredClone({ before, after, told });
    const scenes = story(before, after, told);
    assert.deepEqual({ before, after, told }, given);
    assert.deepEqual(scenes.at(-1)!.view, after);
    assert.equal(scenes.at(-1)!.told, told.length);
    const counts = scenes.map((scene) => scene.told);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    );
  }
});

test("the events alone lead to what lies on the table in the end", () => {
  for (const { before, after, told } of moves()) {
    const told_of = story(before, after, told).at(-2)!.view;
    const { outcomes, ...shown } = pieces(told_of);
    const { outcomes: ballots, ...table } = pieces(after);
    assert.deepEqual(shown, table, JSON.stringify(told));
    if (!told.some(([name]) => name === "no_vote")) assert.deepEqual(outcomes, ballots);
  }
});

test("ballots are shown together, after a picture in which all are covered", () => {
  let votes = 0;
  for (const { before, after, told } of moves()) {
    const shown = story(before, after, told).filter((scene) => scene.view.cue?.vote);
    const first = told.filter(([name]) => name.startsWith("votes"));
    if (first.length === 0) continue;
    votes += 1;
    assert.equal(shown[0]!.view.cue!.vote!.covered, true);
    assert.equal(shown[0]!.told, 0);
    assert.equal(shown[1]!.view.cue!.vote!.covered, false);
    assert.equal(shown[1]!.told, first.length);
  }
  assert.ok(votes > 10);
});

test("what lies face down is told neither beside the board nor in words", () => {
  const say = (label: string, blanks: Record<string, string | number> = {}) =>
    `${label}(${Object.values(blanks).join("|")})`;
  const texts = { say, word: (name: string, number: number) => `${name}${number}` };
  const told_of = (view: View) =>
    reading(view, ["Anna", "Ben", "Chloé", "Dora", "Emil", "Fanny"], texts).filter((one) =>
      one.startsWith("read_vote"),
    ).length;
  let votes = 0;
  for (const { before, after, told } of moves())
    for (const { view } of story(before, after, told)) {
      const shown = view.cue?.vote;
      const seen = votesSeen(view);
      view.votes.forEach((vote, kind) => {
        if (shown?.kind !== kind || !shown.covered) return assert.deepEqual(seen[kind], vote);
        votes += 1;
        assert.ok(seen[kind]!.ballots.every((ballot) => ballot === null));
        assert.equal(told_of(view), seen.filter(({ round }) => round > 0).length - 1);
      });
    }
  assert.ok(votes > 10);
});

test("nobody is in two places, and whoever sits stays seated", () => {
  let roster: Roster | null = null;
  let seats = 0;
  for (const { before, after, told } of moves())
    for (const { view } of story(before, after, told)) {
      if (view.seats !== seats) roster = null;
      seats = view.seats;
      const next: Roster = muster(roster, view);
      const ids = next.figures.map((figure) => figure.id);
      assert.equal(new Set(ids).size, ids.length);
      for (const boat of view.boats) {
        const bench = next.benches[boat.boat]!;
        const aboard = bench.filter((what) => what !== null && what !== WATER);
        assert.equal(aboard.length, sum(boat.sailors) + sum(boat.officers));
        assert.equal(bench.filter((what) => what === WATER).length, boat.sunk ? 0 : boat.leaks);
        roster?.benches[boat.boat]!.forEach((what, seat) => {
          if (what !== null && what !== WATER && aboard.includes(what))
            assert.equal(bench[seat], what);
        });
      }
      roster = next;
    }
});
