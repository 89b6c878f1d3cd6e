/** What an event does to a view: the public part of it, from which the pictures are made. */

import {
  cardOf,
  COLOURS,
  colourOf,
  HELL,
  type Player,
  type Row,
  type Side,
  valueOf,
  type View,
  without,
} from "./sight.ts";

const EMPTY: Row = { hell: [], heaven: [], closed: false, scored: false };
const HAND = 6;

function changePlayer(view: View, seat: number, change: (player: Player) => Partial<Player>) {
  return view.players.map((player, other) =>
    other === seat ? { ...player, ...change(player) } : player,
  );
}

function changeRow(view: View, colour: number, change: (row: Row) => Partial<Row>) {
  return view.rows.map((row, other) => (other === colour ? { ...row, ...change(row) } : row));
}

/** A card leaves a hand. */
function released(view: View, seat: number, card: number, more: Partial<Player>): View {
  const players = changePlayer(view, seat, (player) => ({
    cards: player.cards - 1,
    known: without(player.known, card),
    ...more,
  }));
  const mine = seat === view.seat && view.hand !== null;
  return { ...view, players, hand: mine ? without(view.hand!, card) : view.hand, drawn: null };
}

/** Which side of which row something was placed on; the rows come in order, hell first. */
const halfRow = (option: number) => 2 * colourOf(Math.floor(option / 2)) + (option % 2);

export function placed(view: View, seat: number, card: number, side: Side): View {
  const done = [...view.players[seat]!.placed, 2 * card + side];
  done.sort((one, other) => halfRow(one) - halfRow(other));
  const next = released(view, seat, card, { placed: done });
  const rows = changeRow(view, colourOf(card), (row) =>
    side === HELL
      ? { hell: [...row.hell, valueOf(card)] }
      : { heaven: [...row.heaven, valueOf(card)] },
  );
  return { ...next, rows, show: { coming: { colour: colourOf(card), side } } };
}

export function discarded(view: View, seat: number, card: number): View {
  const discards = [...view.discards, card].sort((a, b) => a - b);
  return { ...released(view, seat, card, {}), discards, show: {} };
}

export function closed(view: View, colour: number): View {
  const rows = changeRow(view, colour, () => ({ closed: true }));
  return { ...view, rows, show: { closes: colour } };
}

/** All doublers that are used are shown at once, and are gone from before their owners. */
export function doubled(view: View, seats: number[]): View {
  const players = view.players.map((player, seat) =>
    seats.includes(seat) ? { ...player, doubler: false } : player,
  );
  return { ...view, players, show: { doubling: seats } };
}

/** Everybody shows their cards of the colour being scored: [seat, sum, numbers...]. */
export function showing(view: View, hands: number[][]): View {
  const held: number[][] = view.players.map(() => []);
  for (const [seat, , ...values] of hands) held[seat!] = values.filter((value) => value > 0);
  const colour = view.scoring ?? 0;
  const players = view.players.map((player, seat) => {
    const others = player.known.filter((card) => colourOf(card) !== colour);
    const shown = held[seat]!.map((value) => cardOf(colour, value));
    return { ...player, known: [...others, ...shown].sort((a, b) => a - b) };
  });
  return { ...view, players, show: { ...view.show, held } };
}

/** A row is done with, and nobody scored. */
export function scored(view: View, colour: number): View {
  return { ...view, rows: changeRow(view, colour, () => ({ scored: true })) };
}

/** Somebody scores or loses points in the row being scored. */
export function gained(view: View, seat: number, points: number): View {
  const players = changePlayer(view, seat, (player) => ({
    score: player.score + points,
    points: player.points.with(-1, player.points.at(-1)! + points),
  }));
  const done = scored(view, view.scoring ?? 0);
  return { ...done, players, show: { ...view.show, gain: { seat, points } } };
}

/** A new round: the table is cleared, everybody has six cards and their doubler again. */
export function dealt(view: View, after: View, dealer: number): View {
  const inHand = after.hand && after.drawn ? without(after.hand, after.drawn) : after.hand;
  const hand = inHand && inHand.slice(0, HAND);
  const players = view.players.map((player, seat) => ({
    ...player,
    doubler: true,
    cards: HAND,
    known: seat === view.seat && hand ? hand : [],
    shown: false,
    placed: [],
    points: [...player.points, 0],
  }));
  return {
    ...view,
    round: view.round + 1,
    dealer,
    turn: null,
    rows: COLOURS.map(() => EMPTY),
    scoring: null,
    pile: after.pile + 1,
    discards: [],
    hand,
    drawn: null,
    players,
    show: {},
  };
}
