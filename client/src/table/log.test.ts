import assert from "node:assert/strict";
import test from "node:test";
import type { Line } from "../wire.ts";
import { shown } from "./log.ts";

const line = (kind: Line["kind"], seq: number, text: string): Line => ({
  seq,
  at: 0,
  kind,
  text,
  event: [text],
});
const LINES = [
  line("game", 1, "plays"),
  line("house", 2, "forced"),
  line("game", 2, "plays"),
  line("game", 2, "drowns"),
  line("house", 2, "game_over"),
];
const texts = (untold: number) => shown(LINES, untold).map(({ text }) => text);

test("what the board has yet to show is not told, nor what the house says behind it", () => {
  assert.deepEqual(texts(2), ["plays", "forced"]);
  assert.deepEqual(texts(3), []);
});

test("once the board has shown all, all is told", () => {
  assert.equal(texts(0).length, LINES.length);
});

test("there may be fewer lines than events", () => {
  assert.deepEqual(texts(9), []);
});
