import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, legible } from "./blanks.ts";

test("blanks are filled, singular and plural as each language has it", () => {
  const text = "{name}: {many} {many:point|points}";
  assert.equal(fill(text, { name: "Anna", many: 0 }, "en"), "Anna: 0 points");
  assert.equal(fill(text, { name: "Anna", many: 0 }, "fr"), "Anna: 0 point");
  assert.equal(fill(text, { name: "Anna", many: 1.9 }, "fr"), "Anna: 1.9 point");
  assert.equal(fill(text, { name: "Anna", many: -1 }, "de"), "Anna: −1 point");
  assert.equal(fill("{missing}!", {}, "en"), "!");
});

test("only a number below zero has a minus", () => {
  assert.equal(fill("LU-8 (-3), 2-5", {}, "en"), "LU-8 (−3), 2-5");
});

test("apostrophes are curly where words have them", () => {
  assert.equal(fill("L'un n'a qu'un {what}", { what: "d'où" }, "fr"), "L’un n’a qu’un d’où");
  assert.equal(fill("{name}'s, the others'", { name: "Anna 2" }, "en"), "Anna 2’s, the others’");
  assert.equal(fill("Ben's", {}, "de"), "Ben's");
});

test("French marks stay with their word", () => {
  assert.equal(
    fill("Quoi ? « Rien » : {name} !", { name: "Ben" }, "fr"),
    "Quoi\u00a0? «\u00a0Rien\u00a0»\u00a0: Ben\u00a0!",
  );
  assert.equal(fill("What ? No", {}, "en"), "What ? No");
});

test("of what the house sends, what it says is typeset", () => {
  const sent = {
    name: "L'un",
    pitch: "L'eau !",
    choices: ["text", "l'un -1"],
    told: [{ text: "Qui ?" }, { text: null }],
  };
  assert.deepEqual(legible(JSON.stringify(sent), "fr"), {
    ...sent,
    pitch: "L’eau\u00a0!",
    told: [{ text: "Qui\u00a0?" }, { text: null }],
  });
});
