import assert from "node:assert/strict";
import test from "node:test";
import { reason } from "./reason.ts";

test("a reason does not repeat the choice it begins with", () => {
  assert.equal(reason("R3+: the best of 12.", "R3+"), "The best of 12.");
  assert.equal(reason("R3+ : le meilleur de 12.", "R3+"), "Le meilleur de 12.");
});

test("a reason about several choices stays as it is", () => {
  assert.equal(reason("2 or 5: about as good.", "2"), "2 or 5: about as good.");
  assert.equal(reason("12: better.", "1"), "12: better.");
});
