/** Where the pawns stand, so that none of them hides the number of another space or a village. */

import { VILLAGES_APART } from "./sight.ts";
import type { Trail } from "./trail.ts";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const SHAPE = 40 / 52; // of a pawn: its width to its height
const DOOR = 0.58; // how far below the middle of a village it stands, in radii: above the plate
const CLOSE = 0.9; // the most that one of several is of its size
const SHOWS = 0.58; // how much of a pawn must show beside the next one, to know whose it is

/** How many pawns have room beside each other. */
function room(space: number): number {
  if (space === 0) return 2.3;
  return space % VILLAGES_APART === 0 ? 1.9 : 1.45;
}

/** The place of a seat's pawn. Several on a space stand close in a line, smaller if need be. */
export function pawnBox(trail: Trail, positions: number[], seat: number): Box {
  const space = positions[seat]!;
  const { x, y } = trail.spots[space]!;
  const here = positions.flatMap((other, one) => (other === space ? one : []));
  const widths = 1 + SHOWS * (here.length - 1);
  const width = trail.pawn * (here.length > 1 ? Math.min(CLOSE, room(space) / widths) : 1);
  const height = width / SHAPE;
  const first = Math.min(Math.max(x - (width * widths) / 2, 0), trail.width - width * widths);
  return {
    left: first + here.indexOf(seat) * SHOWS * width,
    top: y - height + (space % VILLAGES_APART === 0 ? DOOR * trail.radius : height / 2),
    width,
    height,
  };
}
