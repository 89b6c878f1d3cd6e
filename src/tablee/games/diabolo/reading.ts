/** Diabolo in sentences: all that the board shows, and choices in words. */

import type { Texts } from "$client/board.ts";
import { points } from "./sheet.ts";
import { colourOf, sorted, sum, valueOf, type View, wishOf } from "./sight.ts";

export function reading(view: View, names: string[], texts: Texts): string[] {
  const { say, word } = texts;
  const sentences = [
    say("read_round", {
      round: view.round,
      rounds: view.seats,
      dealer: names[view.dealer] ?? "",
      cards: view.pile,
    }),
    ...view.rows.map((row, colour) => {
      const verdict =
        view.scoring === colour
          ? say("read_scoring")
          : row.scored
            ? say("read_scored")
            : row.closed
              ? say("read_closed")
              : say("read_open");
      return say("read_row", {
        row: word("row", colour),
        hell: side(row.hell, texts),
        heaven: side(row.heaven, texts),
        state: verdict,
      });
    }),
  ];
  if (view.discards.length > 0)
    sentences.push(say("read_discards", { cards: listed(view.discards, texts) }));
  view.players.forEach((player, seat) => {
    sentences.push(
      say("read_player", {
        name: names[seat] ?? "",
        cards: player.cards,
        doubler: say(player.doubler ? "read_doubler" : "read_no_doubler"),
        round: points(player.points.at(-1) ?? 0),
        score: points(player.score),
      }),
    );
    if (seat !== view.seat && player.known.length > 0)
      sentences.push(
        say("read_known", { name: names[seat] ?? "", cards: listed(player.known, texts) }),
      );
  });
  if (view.hand) sentences.push(...readHand(view.hand, view.drawn, texts));
  return sentences;
}

function readHand(hand: number[], drawn: number | null, { say, word }: Texts): string[] {
  const colours = sorted(hand).map(({ colour, cards, sum: all }) =>
    say("read_colour", {
      colour: word("colour", colour),
      values: cards.map(valueOf).join(", "),
      sum: all,
    }),
  );
  const sentences = [say("read_hand", { cards: colours.join(" ; ") })];
  if (drawn) sentences.push(say("read_drawn", { card: word("card", drawn) }));
  return sentences;
}

function side(values: number[], { say }: Texts): string {
  if (values.length === 0) return say("read_nothing");
  return say("read_side", { values: values.join(", "), sum: sum(values) });
}

function listed(cards: number[], { word }: Texts): string {
  const inOrder = cards.toSorted((a, b) => colourOf(a) - colourOf(b) || a - b);
  return inOrder.map((card) => word("card", card)).join(", ");
}

/** A choice in words. */
export function phrase(choice: string, _names: string[], { say, word }: Texts): string {
  const wish = wishOf(choice);
  if (wish === null) return choice;
  if (wish.does === "double" || wish.does === "keep") return say(wish.does);
  const card = word("card", wish.card);
  if (wish.does === "discard") return say("discard", { card });
  return say("place", { card, side: word("side", wish.side) });
}
