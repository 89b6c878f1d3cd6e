/** What a seat sees of Diabolo (as view.py builds it), and how to read cards and choices. */

export const HELL = 0;
export const HEAVEN = 1;
export type Side = typeof HELL | typeof HEAVEN;
export const SIDES: Side[] = [HELL, HEAVEN];

/** The questions of the game, by their number in `asks`. */
export const ASKS = { CARD: 0, DISCARD: 1, DOUBLER: 2 };

export const COLOURS = [0, 1, 2, 3, 4];
/** A side has room for three cards. */
export const SLOTS = [0, 1, 2];
const VALUES = 5;
const LETTERS = "RYGBP";

export interface Row {
  /** The numbers lying there, the first one next to the middle. */
  hell: number[];
  heaven: number[];
  closed: boolean;
  scored: boolean;
}

export interface Player {
  doubler: boolean;
  cards: number;
  known: number[];
  shown: boolean;
  /** What this seat placed in this round, as 2 * card + side. */
  placed: number[];
  score: number;
  points: number[];
}

export interface View {
  seat: number | null;
  seats: number;
  over: boolean;
  asks: number;
  round: number;
  dealer: number;
  turn: number | null;
  rows: Row[];
  scoring: number | null;
  pile: number;
  discards: number[];
  hand: number[] | null;
  drawn: number | null;
  unknown: number[];
  players: Player[];
  /** Only in the pictures of a story: what is being shown off. */
  show?: Show;
}

/** What a picture of a story puts into the light. */
export interface Show {
  /** A card on its way out of a hand, still in it. */
  lifted?: { seat: number; card: number; side: Side | null };
  /** Where a card is on its way to, the last one there: it weighs nothing until it lies. */
  coming?: { colour: number; side: Side };
  /** The row that was closed just now. */
  closes?: number;
  /** Who has just used their doubler for the row being scored. */
  doubling?: number[];
  /** By seat, the numbers shown of the colour being scored; null before they are shown. */
  held?: number[][];
  /** Who scored or lost how much in the row being scored. */
  gain?: { seat: number; points: number };
  /** The round is over: its points are in the light. */
  round?: true;
}

export const colourOf = (card: number): number => Math.floor((card - 1) / VALUES);
export const valueOf = (card: number): number => ((card - 1) % VALUES) + 1;
export const cardOf = (colour: number, value: number): number => VALUES * colour + value;
export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** The numbers on one side of a row. */
export const lying = (row: Row, side: Side): number[] => (side === HELL ? row.hell : row.heaven);

/** A row without the card that is still on its way there. */
export function settled(view: View, colour: number): Row {
  const row = view.rows[colour]!;
  const coming = view.show?.coming;
  if (coming?.colour !== colour) return row;
  const side = coming.side === HELL ? "hell" : "heaven";
  return { ...row, [side]: row[side].slice(0, -1) };
}

/** How far heaven is ahead of hell in a row. */
export const margin = (row: Row): number => sum(row.heaven) - sum(row.hell);

const cardName = (card: number) => `${LETTERS[colourOf(card)]}${valueOf(card)}`;
export const placing = (card: number, side: Side): string => cardName(card) + "-+"[side];
export const discarding = (card: number): string => `${cardName(card)}x`;

/** A choice as the notation writes it: what is done with which card. */
export type Wish =
  | { does: "place"; card: number; side: Side }
  | { does: "discard"; card: number }
  | { does: "double" }
  | { does: "keep" };

export function wishOf(choice: string): Wish | null {
  if (choice === "double" || choice === "keep") return { does: choice };
  const colour = LETTERS.indexOf(choice[0] ?? "?");
  const value = Number(choice[1]);
  if (colour < 0 || !(value >= 1 && value <= VALUES)) return null;
  const card = cardOf(colour, value);
  if (choice[2] === "x") return { does: "discard", card };
  return { does: "place", card, side: choice[2] === "+" ? HEAVEN : HELL };
}

/** The cards of a hand colour by colour, the empty colours left out. */
export function sorted(hand: number[]): { colour: number; cards: number[]; sum: number }[] {
  return COLOURS.map((colour) => {
    const cards = hand.filter((card) => colourOf(card) === colour).sort((a, b) => a - b);
    return { colour, cards, sum: sum(cards.map(valueOf)) };
  }).filter(({ cards }) => cards.length > 0);
}

/** Who placed the cards on one side of a row; equal numbers in the order of the seats. */
export function placers(view: View, colour: number, side: Side): (number | null)[] {
  const left = view.players.map((player) => [...player.placed]);
  return lying(view.rows[colour]!, side).map((value) => {
    const option = 2 * cardOf(colour, value) + side;
    const seat = left.findIndex((placed) => placed.includes(option));
    if (seat < 0) return null;
    left[seat]!.splice(left[seat]!.indexOf(option), 1);
    return seat;
  });
}

/** The seats as ties are counted: from the left of the dealer, the dealer last. */
export const fromDealer = (view: View): number[] =>
  view.players.map((_, step) => (view.dealer + 1 + step) % view.seats);

/** Without one copy of a card. */
export function without(cards: number[], card: number): number[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}
