/** Where trees, bushes and rocks grow beside the path; the same every time. */

import type { Spot, Trail } from "../trail.ts";

export interface Growth {
  sort: string;
  x: number;
  y: number;
  size: number;
}

/** What grows in savanna, river, jungle, highland and on the mountain. */
const SORTS = [
  ["acacia", "grass", "grass", "acacia", "bush"],
  ["reed", "wave", "wave", "reed", "wave"],
  ["palm", "palm", "bush", "tree", "tree"],
  ["bush", "rock", "fir", "grass", "fir"],
  ["rock", "rock", "drift", "drift", "rock"],
];

/** An even spread between 0 and 1 that looks like chance. */
const spread = (n: number) => (n * 0.618034) % 1;

/** How far it is to the nearest space. */
function roomAt(x: number, y: number, spots: Spot[]): number {
  let least = Infinity;
  for (const spot of spots) least = Math.min(least, (spot.x - x) ** 2 + (spot.y - y) ** 2);
  return Math.sqrt(least);
}

export function growths({ small, width, height, spots, radius, edges }: Trail): Growth[] {
  const found: Growth[] = [];
  const [across, down] = small ? [30, 20] : [52, 30];
  const sky = edges.at(-1)! * 0.72;
  let n = 0;
  for (let row = 0; row * down < height; row++) {
    for (let column = 0; column * across < width; column++) {
      n++;
      const x = (column + 0.2 + 0.6 * spread(n)) * across;
      const y = (row + 0.2 + 0.6 * spread(n * 3 + 1)) * down;
      if (y < sky) continue;
      const room = roomAt(x, y, spots);
      if (room < radius * 1.3) continue;
      const above = edges.findIndex((edge) => y > edge);
      const region = above < 0 ? SORTS.length - 1 : above;
      const sort = SORTS[region]![Math.floor(spread(n * 7 + 2) * 5)]!;
      const size = Math.min(room * (small ? 1.35 : 1.15), small ? 22 : 40);
      found.push({ sort, x, y: y + size * 0.3, size });
    }
  }
  return found;
}
