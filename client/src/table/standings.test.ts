import assert from "node:assert/strict";
import test from "node:test";
import { standings } from "./standings.ts";

const NAMES = ["Anna", "Ben", "Cleo", "David"];
const places = (scores: number[], winners: number[]) =>
  standings(NAMES.slice(0, scores.length), { finished: true, scores, winners }).map(
    ({ name, score, place }) => `${place} ${name} ${score}`,
  );

test("the winner comes first, the others by points", () => {
  assert.deepEqual(places([3, 12, 7], [1]), ["1 Ben 12", "2 Cleo 7", "3 Anna 3"]);
});

test("whoever is level shares a place, and the next one is left out", () => {
  assert.deepEqual(places([5, 9, 5, 1], [1]), ["1 Ben 9", "2 Anna 5", "2 Cleo 5", "4 David 1"]);
  assert.deepEqual(places([5, 9, 9, 7], [1, 2]), ["1 Ben 9", "1 Cleo 9", "3 David 7", "4 Anna 5"]);
});

test("who won by more than points stands before those with as many", () => {
  assert.deepEqual(places([8, 8, 2], [1]), ["1 Ben 8", "2 Anna 8", "3 Cleo 2"]);
});
