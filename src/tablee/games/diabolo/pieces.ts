/** Names for pieces, so that a card keeps its name on its way from a hand to the table. */

import { colourOf, lying, type Show, type View } from "./sight.ts";

/** Cards of one place with a name each; equal cards are numbered. */
export function pieceNames(place: string, cards: number[]): { card: number; name: string }[] {
  return cards.map((card, at) => {
    const twins = cards.slice(0, at).filter((other) => other === card).length;
    return { card, name: `${place}-${card}-${twins}` };
  });
}

/** What a card on its way will be called where it goes. */
export function targetOf(view: View, { card, side }: NonNullable<Show["lifted"]>): string {
  if (side === null) {
    const twins = view.discards.filter((other) => other === card).length;
    return `discard-${card}-${twins}`;
  }
  const colour = colourOf(card);
  return `row-${colour}-${side}-${lying(view.rows[colour]!, side).length}`;
}
