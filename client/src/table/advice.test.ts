/** Only what was given up early is called so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sifted } from "./advice.ts";

const weighed = (...visits: number[]) =>
  visits.map((many, n) => ({ choice: String(n), behind: n / 10, visits: many }));
const counts = (...visits: number[]) => {
  const { long, early } = sifted(weighed(...visits));
  return [long.length, early.length];
};

test("what was played on for long is told first, however much of it there is", () => {
  // As the house answers: the worse half is given up time and again.
  assert.deepEqual(counts(136, 136, 70, 26, 26), [3, 2]);
  assert.deepEqual(counts(132, 132, 66, 22, 22, 22), [3, 3]);
  assert.deepEqual(counts(115, 115, 49, 49, 16, 16, 16, 16), [4, 4]);
  assert.deepEqual(counts(150, 150, 50, 50), [4, 0]);
});

test("whatever was thought about as long as the best has not been given up", () => {
  assert.deepEqual(counts(8, 8, 8, 8, 8, 8), [6, 0]);
  assert.deepEqual(counts(0), [1, 0]);
  assert.deepEqual(counts(), [0, 0]);
});

test("nothing is left out, and the order stays", () => {
  const { long, early } = sifted(weighed(40, 40, 20, 5, 5));
  assert.equal([...long, ...early].map(({ choice }) => choice).join(""), "01234");
});
