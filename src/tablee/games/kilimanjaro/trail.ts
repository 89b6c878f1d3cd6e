/** Where the hundred spaces lie: a winding path over a wide picture, a tall one and a low one. */

import { CAMP, VILLAGES_APART } from "./sight.ts";

export interface Spot {
  x: number;
  y: number;
}

export interface Trail {
  tall: boolean;
  /** Is it for a small screen? Then everything is larger beside the path. */
  small: boolean;
  width: number;
  height: number;
  /** The radius of a space. */
  radius: number;
  /** The width of a pawn. */
  pawn: number;
  /** The start and the spaces, by number. */
  spots: Spot[];
  /** The way from a village to the next, as the data of an SVG path. */
  stretches: string[];
  /** How high the mountain stands, beside the wide picture's. */
  mountain: number;
  /** The upper edges of savanna, river, jungle and highland. */
  edges: number[];
}

interface Rows {
  left: number;
  right: number;
  bottom: number;
  apart: number;
  count: number;
  /** How far a row sways up and down, and how often. */
  sway: number;
  waves: number;
}

const FINE = 10; // points of the line from a space to the next
const STRETCHES = 5;

/** Rows from the bottom up, the first to the right, the next to the left. */
function knots({ left, right, bottom, apart, count, sway, waves }: Rows): Spot[] {
  const points: Spot[] = [];
  const inset = apart * 0.5;
  for (let row = 0; row < count; row++) {
    const y = bottom - row * apart;
    for (let wave = 0; wave <= waves; wave++) {
      const along = left + inset + ((right - left - 2 * inset) * wave) / waves;
      const inner = wave > 0 && wave < waves;
      points.push({
        x: row % 2 ? left + right - along : along,
        y: y + (inner ? (wave % 2 ? -sway : sway) : 0),
      });
    }
    points.push({ x: row % 2 ? left : right, y: y - apart / 2 });
  }
  return points;
}

/** A smooth line through the knots (Catmull and Rom). */
function curve(through: Spot[]): Spot[] {
  const line: Spot[] = [];
  for (let n = 0; n + 1 < through.length; n++) {
    const [p1, p2] = [through[n]!, through[n + 1]!];
    const [p0, p3] = [through[n - 1] ?? p1, through[n + 2] ?? p2];
    for (let t = 0; t < 1; t += 0.04) {
      const bend = (a: number, b: number, c: number, d: number) =>
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
      line.push({ x: bend(p0.x, p1.x, p2.x, p3.x), y: bend(p0.y, p1.y, p2.y, p3.y) });
    }
  }
  return [...line, through.at(-1)!];
}

/** As many points at even distances along a line. */
function evenly(line: Spot[], count: number): Spot[] {
  const lengths = [0];
  for (let n = 1; n < line.length; n++) {
    const [from, to] = [line[n - 1]!, line[n]!];
    lengths.push(lengths[n - 1]! + Math.hypot(to.x - from.x, to.y - from.y));
  }
  const points: Spot[] = [];
  let n = 0;
  for (let number = 0; number <= count; number++) {
    const goal = (lengths.at(-1)! * number) / count;
    while (n + 2 < line.length && lengths[n + 1]! < goal) n++;
    const part = (goal - lengths[n]!) / (lengths[n + 1]! - lengths[n]!);
    const [from, to] = [line[n]!, line[n + 1]!];
    points.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  return points;
}

type Plan = Omit<Trail, "spots" | "stretches">;

/** A trail of this plan, worked out when it is first asked for. */
function trail(plan: Plan, rows: Rows, summit: [number, number][]): () => Trail {
  let made: Trail | null = null;
  return () => (made ??= laidOut(plan, rows, summit));
}

function laidOut(plan: Plan, rows: Rows, summit: [number, number][]): Trail {
  const through = [...knots(rows), ...summit.map(([x, y]) => ({ x, y }))];
  const points = evenly(curve(through), CAMP * FINE);
  const length = (CAMP * FINE) / STRETCHES;
  const stretches = Array.from({ length: STRETCHES }, (_, stretch) =>
    points
      .slice(stretch * length, (stretch + 1) * length + 1)
      .filter((_, n) => n % 4 === 0)
      .map(({ x, y }, n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join(""),
  );
  return { ...plan, spots: points.filter((_, n) => n % FINE === 0), stretches };
}

/** Where the number of a space is written, and how large: on a plate below huts and tent. */
export function numberAt({ spots, radius, small }: Trail, space: number): Spot & { size: number } {
  const { x, y } = spots[space]!;
  if (space % VILLAGES_APART === 0) return { x, y: y + radius * 0.9, size: radius * 0.86 };
  return { x, y, size: radius * (small ? 0.88 : 0.84) };
}

export const wide = trail(
  {
    tall: false,
    small: false,
    width: 1000,
    height: 520,
    radius: 17.5,
    pawn: 32,
    mountain: 1,
    edges: [432, 338, 244, 168],
  },
  { left: 34, right: 966, bottom: 476, apart: 90, count: 4, sway: 11, waves: 7 },
  [
    [130, 118],
    [250, 128],
    [370, 108],
    [490, 128],
    [610, 116],
    [700, 104],
    [706, 62],
    [586, 56],
  ],
);

export const tall = trail(
  {
    tall: true,
    small: true,
    width: 360,
    height: 410,
    radius: 13,
    pawn: 23,
    mountain: 0.56,
    edges: [328, 256, 184, 114],
  },
  { left: 17, right: 343, bottom: 385, apart: 36, count: 9, sway: 3.5, waves: 4 },
  [
    [300, 61],
    [245, 52],
    [196, 47],
  ],
);

export const low = trail(
  {
    tall: false,
    small: true,
    width: 520,
    height: 262,
    radius: 12,
    pawn: 21.5,
    mountain: 0.5,
    edges: [224, 188, 146, 98],
  },
  { left: 17, right: 503, bottom: 243, apart: 35, count: 5, sway: 4, waves: 6 },
  [
    [454, 68],
    [390, 75],
    [320, 69],
    [250, 75],
    [160, 72],
    [140, 55],
    [160, 38],
    [235, 41],
    [300, 39],
  ],
);
