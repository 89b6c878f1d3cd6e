/** What a seat sees of Lifeboats (view.py), how choices are written, and small ways to read both. */

/** The seat's number is the number of its boat and colour; the last colour is nobody's. */
export const BLACK = 6;
export const HAT = 7;
export const LANES = 7;
export const ROWS = 3;
export const ABOARD = 6;
/** As the sea is drawn: the island at the end of each lane. */
export const ISLAND_OF = [0, 0, 1, 1, 2, 2, 2];

/** What is going on; the three votes come last. */
export const PLACE_BLACK = 1;
export const SEAT_CREW = 2;
export const JUMP = 3;
export const CLIMB = 4;
export const LEAK = 5;
export const OVERBOARD = 6;
export const ADVANCE = 7;

/** What settles a vote: the ballots; else one seat, after a hat, a tie or nothing but hats. */
export const BY_BALLOTS = 0;

export type Rank = "sailor" | "officer";

export interface Boat {
  boat: number;
  owner: number | null;
  lane: number | null;
  island: number | null;
  row: number;
  at_sea: boolean;
  landed: number | null;
  sunk: boolean;
  left: boolean;
  leaks: number;
  free: number;
  sailors: number[];
  officers: number[];
}

export interface Island {
  sailor: number;
  officer: number;
  boats: number[];
  sailors: number[];
  officers: number[];
}

export interface Player {
  hats: number;
  score: number;
  sailors_to_seat: number;
  officers_to_seat: number;
  swims: Rank | null;
  left: number | null;
  sailors_lost: number;
  officers_lost: number;
}

/** The last vote of a kind; round 0 is never. */
export interface Vote {
  round: number;
  ballots: (number | null)[];
  by: number;
  decider: number | null;
  outcome: number | null;
}

/** What a picture of a story shows besides the table; no view of the house has one. */
export interface Cue {
  /** The ballots of a vote: which kind, still covered or not, and how many votes each is. */
  vote?: { kind: number; covered: boolean; weights: number[] };
  /** A figure that has just gone over the side of a boat. */
  over?: { seat: number; rank: Rank; boat: number };
  /** The boat that something happens to. */
  boat?: number;
  sinking?: boolean;
  /** The points of those who have just come ashore, by seat. */
  ashore?: number[];
  /** The seats whose points have been counted at the end. */
  counted?: number[];
}

export interface View {
  seat: number | null;
  seats: number;
  over: boolean;
  end_when_sea_empty: boolean;
  asks: number;
  phase: number;
  by: number;
  owing: number[];
  possible: number[];
  leaking: number | null;
  round: number;
  start: number;
  boats: Boat[];
  landed: number[];
  islands: Island[];
  players: Player[];
  votes: Vote[];
  cue?: Cue;
}

/** As notation.py has them, by colour; K is black. */
export const LETTERS = "RYGBWOK";

export const written = (colour: number): string =>
  colour === HAT ? "hat" : (LETTERS[colour] ?? "");
export const figureIn = (rank: Rank, boat: number): string =>
  (rank === "sailor" ? "s" : "o") + written(boat);

export type Choice =
  | { kind: "hat" }
  | { kind: "lane"; lane: number }
  | { kind: "colour"; colour: number }
  | { kind: "figure"; rank: Rank; boat: number };

/** What a written choice means, or null if nothing. */
export function read(choice: string): Choice | null {
  if (choice === "hat") return { kind: "hat" };
  if (/^[1-7]$/.test(choice)) return { kind: "lane", lane: Number(choice) };
  const colour = LETTERS.indexOf(choice.at(-1) ?? "?");
  if (colour < 0) return null;
  if (choice.length === 1) return { kind: "colour", colour };
  return { kind: "figure", rank: choice[0] === "s" ? "sailor" : "officer", boat: colour };
}

export const boatOf = (view: View, boat: number): Boat | undefined =>
  view.boats.find((one) => one.boat === boat);

export const voting = (view: View): boolean => view.phase >= LEAK && view.by === BY_BALLOTS;

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What a seat's crew on an island is worth. */
export function pointsOn(island: Island, seat: number): number {
  return (
    island.sailor * (island.sailors[seat] ?? 0) + island.officer * (island.officers[seat] ?? 0)
  );
}

/** Do the ballots of this kind of vote still lie face down in the picture? */
export function faceDown(view: View, kind: number): boolean {
  return view.cue?.vote?.kind === kind && view.cue.vote.covered;
}

/** The last vote of each kind, without ballots that still lie face down. */
export function votesSeen(view: View): Vote[] {
  return view.votes.map((vote, kind) =>
    faceDown(view, kind) ? { ...vote, ballots: vote.ballots.map(() => null) } : vote,
  );
}

/** How many of a seat's crew are in boats at sea. */
export function atSea(view: View, seat: number): number {
  const afloat = view.boats.filter((boat) => boat.at_sea);
  return sum(afloat.map((boat) => (boat.sailors[seat] ?? 0) + (boat.officers[seat] ?? 0)));
}

/** The votes for each colour that got any, most first; hats count for nothing. */
export function tally(ballots: (number | null)[], weights: number[]): [number, number][] {
  const votes = new Map<number, number>();
  ballots.forEach((ballot, seat) => {
    if (ballot === null || ballot === HAT) return;
    votes.set(ballot, (votes.get(ballot) ?? 0) + (weights[seat] ?? 1));
  });
  return [...votes].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
}
