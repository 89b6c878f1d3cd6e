/** What the house shows of Land Unter (view.py builds it), and how the board reads it. */

export interface Player {
  buoys: number;
  /** The water shown; 0 is no water card. */
  level: number;
  out: boolean;
  /** The card laid in this trick; 0 is none. */
  card: number;
  cards: number;
  /** Cards of this hand whose place the viewer knows. */
  known: number[];
  /** The hand being played, named by the seat that held it first. */
  hand: number;
  /** The buoys that go with that hand. */
  announced: number;
  score: number;
  /** By round. */
  points: number[];
}

export interface View {
  seat: number | null;
  seats: number;
  over: boolean;
  asks: number;
  open_play: boolean;
  loss_passes_on: boolean;
  two_left_pay: boolean;
  round: number;
  trick: number;
  /** The two water cards of this trick, the lower first. */
  water: number[];
  water_seen: number[];
  leader: number | null;
  hand: number[] | null;
  unknown: number[];
  players: Player[];
  /** Only in the scenes of a story: what to point at. */
  show?: Show;
}

export interface Show {
  /** The cards laid lie face down. */
  hidden?: boolean;
  /** Who has taken water in this trick: first the lower card, then the other. */
  takers?: number[];
  /** Who loses a buoy now. */
  payers?: number[];
  /** Who goes under now. */
  sinking?: number[];
  /** Who has the lowest water at the end of a round. */
  lowest?: number[];
  /** The points of the round, by seat, as far as they are told. */
  points?: (number | null)[];
  /** The results are laid open: whose hand each seat plays next. */
  results?: number[];
}

export const WATER_LEVELS = 12;
const WATER_CARDS = 24;
const FIERCEST = 60;
/** The points of a round in which one has gone under. */
export const SUNK = -1;

/** How far a weather card is from bright sun (0) to storm (1). */
export const storminess = (card: number) => (card - 1) / (FIERCEST - 1);

/** The buoys printed on a weather card. */
export function printed(card: number): 0 | 0.5 | 1 {
  if (card <= 12 || card > 48) return 0;
  return card > 24 && card <= 36 ? 1 : 0.5;
}

/** How many water cards are left in the pile. */
export const pile = (view: View) => WATER_CARDS - view.water_seen.length - view.water.length;

/** How many of the two cards of a water level have come up in this round. */
export const gone = (view: View, level: number) =>
  [...view.water_seen, ...view.water].filter((one) => one === level).length;

export interface Result {
  /** Which round, from 0. */
  round: number;
  /** What the hand brought, or null if it has not been played to the end. */
  points: number | null;
  /** Others have played this hand, too, and none of them made more of it; not if all went under. */
  best: boolean;
}

export interface HandResults {
  hand: number;
  announced: number;
  /** By seat. */
  results: Result[];
  /** What it brought to all who played it. */
  sum: number;
}

/** Each hand, and what each player made of it. Hands go round the table, one seat a round. */
export function comparison(view: View): HandResults[] {
  return view.players.map((_, hand) => {
    const announced = view.players.find((player) => player.hand === hand)?.announced ?? 0;
    const played = view.players.map((player) => {
      const round = modulo(player.hand + view.round - 1 - hand, view.seats);
      return { round, points: player.points[round] ?? null };
    });
    const points = played.flatMap((one) => (one.points === null ? [] : [one.points]));
    const most = Math.max(...points);
    const compared = points.length > 1 && most > SUNK;
    return {
      hand,
      announced,
      results: played.map((one) => ({ ...one, best: compared && one.points === most })),
      sum: points.reduce((sum, one) => sum + one, 0),
    };
  });
}

const modulo = (number: number, by: number) => ((number % by) + by) % by;

/** Has any round been played to its end? */
export const scored = (view: View) => view.players.some((player) => player.points.length > 0);

/** Points as one writes them on a sheet: with a sign where they are lost. */
export const signed = (points: number) => (points < 0 ? `−${-points}` : String(points));

export type Mood = "dry" | "wet" | "afraid" | "under";

/** How the animal before a player feels. */
export function mood(player: Player): Mood {
  if (player.out) return "under";
  if (player.level >= 9) return "afraid";
  return player.level >= 4 ? "wet" : "dry";
}

export const isSheep = (edition: string) => edition === "un-mouton-a-la-mer";
