/** The numbers of the path can be read, wherever the pawns stand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pawnBox, type Box } from "./pawns.ts";
import { CAMP, VILLAGES_APART } from "./sight.ts";
import { low, numberAt, tall, type Trail, wide } from "./trail.ts";

const DIGIT = { width: 0.68, height: 0.74 }; // of the size of the letters

function numberBox(trail: Trail, space: number): Box {
  const { x, y, size } = numberAt(trail, space);
  const [width, height] = [String(space).length * DIGIT.width * size, DIGIT.height * size];
  return { left: x - width / 2, top: y - height / 2, width, height };
}

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** Up to four pawns on every space: which numbers do they hide? */
function hidden(trail: Trail, many: number): string[] {
  return trail.spots.flatMap((_, space) => {
    const positions = Array<number>(many).fill(space);
    const pawns = positions.map((_, seat) => pawnBox(trail, positions, seat));
    return trail.spots.flatMap((_, other) => {
      const covered = other === space && other % VILLAGES_APART !== 0;
      if (other === 0 || covered) return [];
      const number = numberBox(trail, other);
      return pawns.some((pawn) => overlap(pawn, number)) ? [`${space} hides ${other}`] : [];
    });
  });
}

for (const [name, trail] of Object.entries({ low: low(), tall: tall(), wide: wide() }))
  for (const many of [1, 2, 3, 4])
    test(`${name}: ${many} on a space hide no other number, and none of a village`, () => {
      assert.deepEqual(hidden(trail, many), []);
    });

test("nobody steps off the picture", () => {
  for (const trail of [low(), tall(), wide()])
    for (let space = 0; space <= CAMP; space++) {
      const positions = [space, space, space, space];
      for (const seat of positions.keys()) {
        const { left, top, width } = pawnBox(trail, positions, seat);
        assert.ok(left >= 0 && left + width <= trail.width + 0.001 && top >= 0, `${space}`);
      }
    }
});
