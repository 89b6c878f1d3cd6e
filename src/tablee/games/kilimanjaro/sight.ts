/** What a seat sees of Kilimanjaro (view.py), and how its choices are written (notation.py). */

export interface Player {
  position: number;
  score: number;
  /** The kinds of the cards on top, or none before the cards are dealt. */
  stacks: number[];
  /** Which stacks make up the distance. */
  counting: number[];
  distance: number;
  cards: number;
  counters: number;
}

export interface Lying {
  space: number;
  seat: number;
  counter: number | null;
  /** Turned up for all to see. */
  open: boolean;
}

/** What a story dwells on; the views of the house have none. */
export type Show =
  | { kind: "covers"; seat: number; stack: number; under: number; by: number }
  | { kind: "walks"; seat: number }
  | { kind: "meets"; seat: number; space: number; counter: number }
  | { kind: "flees"; seat: number; space: number; counter: number }
  | { kind: "swaps"; seats: number[] }
  | { kind: "arrives"; seat: number };

export interface View {
  seat: number | null;
  seats: number;
  over: boolean;
  asks: number;
  gentle_exchange: boolean;
  dealer: number;
  turn: number | null;
  stride: number;
  pile: number;
  hand: number[] | null;
  unseen: number[];
  counters: number[] | null;
  unknown_counters: number[];
  track: Lying[];
  players: Player[];
  show?: Show;
}

export const CAMP = 100;
export const VILLAGES_APART = 20;
export const BANANA = 0;
export const LION = 1;
export const EXCHANGE = 2;
const VALUES = 7;
const TYPES = ["canoe", "mule", "foot", "jeep"] as const;
const TYPE_LETTERS = "CMFJ";
const COUNTERS = ["banana", "lion", "exchange"] as const;
export const COUNTER_LETTERS = "BLE";

export type Picture = (typeof TYPES)[number] | (typeof COUNTERS)[number];

export const typeOf = (card: number) => Math.floor(card / VALUES);
export const valueOf = (card: number) => (card % VALUES) + 1;
export const pictureOf = (card: number): Picture => TYPES[typeOf(card)] ?? "foot";
export const counterPicture = (counter: number): Picture => COUNTERS[counter] ?? "exchange";
/** "J5" */
export const cardCode = (card: number) => `${TYPE_LETTERS[typeOf(card)]}${valueOf(card)}`;
/** "@1.2": where a card may be laid. */
export const stackCode = (seat: number, stack: number) => `@${seat}.${stack}`;

export type Choice =
  | { kind: "card"; card: number; seat: number; stack: number }
  | { kind: "counter"; counter: number; space: number }
  | { kind: "name"; seat: number }
  | { kind: "go" | "stay" };

/** What a choice in the game's notation means. */
export function readChoice(text: string): Choice | null {
  const card = /^([CMFJ])([1-7])@([0-3])\.([0-2])$/.exec(text);
  if (card) {
    const [, letter, value, seat, stack] = card;
    return {
      kind: "card",
      card: TYPE_LETTERS.indexOf(letter!) * VALUES + Number(value) - 1,
      seat: Number(seat),
      stack: Number(stack),
    };
  }
  const counter = /^([BLE])(\d+)$/.exec(text);
  if (counter)
    return {
      kind: "counter",
      counter: COUNTER_LETTERS.indexOf(counter[1]!),
      space: Number(counter[2]),
    };
  const name = /^swap([0-3])$/.exec(text);
  if (name) return { kind: "name", seat: Number(name[1]) };
  return text === "go" || text === "stay" ? { kind: text } : null;
}

/** The seats clockwise, beginning after this one. */
export const others = (view: View, seat: number) =>
  Array.from({ length: view.seats - 1 }, (_, n) => (seat + 1 + n) % view.seats);
