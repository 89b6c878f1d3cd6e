import assert from "node:assert/strict";
import { test } from "node:test";
import { inOneBreath } from "./breath.ts";

const plays = (name: string, card: number) => ({
  event: ["plays", 0, card] as [string, ...number[]],
  text: `${name} plays ${card}.`,
});
const long = ["Anna Livia", "Basile", "Clara", "Edgar the Elder", "Fanny", "Gustave"];

test("little is said as it is", () => {
  assert.equal(inOneBreath([]), "");
  assert.equal(inOneBreath([plays("Anna", 7), plays("Ben", 60)]), "Anna plays 7. Ben plays 60.");
});

test("of the same for many the first are named, and nobody stands for all", () => {
  assert.equal(
    inOneBreath(long.map((name, n) => plays(name, n + 10))),
    "Anna Livia plays 10. Basile plays 11. Clara plays 12. Edgar the Elder plays 13. …",
  );
});

test("of much that happened, it is how it ended", () => {
  const ended = { event: ["sinks", 3] as [string, ...number[]], text: "The red boat sinks." };
  const played = long.map((name, n) => plays(name, n + 10));
  assert.equal(inOneBreath([...played, ended]), "The red boat sinks.");
  const [first, ...others] = played;
  assert.equal(
    inOneBreath([first!, ended, ...others]),
    "Anna Livia plays 10. Basile plays 11. Clara plays 12. Edgar the Elder plays 13. …",
  );
});
