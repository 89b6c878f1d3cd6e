/** Kilimanjaro in sentences: the whole table, a counter, a distance, a choice. */

import type { Say, Texts } from "$client/board.ts";
import {
  BANANA,
  CAMP,
  LION,
  readChoice,
  valueOf,
  type Lying,
  type Player,
  type View,
} from "./sight.ts";

/** Why a player goes as far as that. */
export function why(player: Player, { say, word }: Texts): string {
  const cards = player.counting.map((stack) => player.stacks[stack]!);
  const values = cards.map(valueOf).join(" + ");
  const { distance } = player;
  if (cards.length > 1) return say("why_alike", { cards: cards.length, values, distance });
  const [card] = cards;
  return card === undefined ? "" : say("why_highest", { card: word("card", card), distance });
}

/** What a counter does to whoever ends a move on it. */
export function effect(view: View, counter: number, say: Say): string {
  if (counter === BANANA) return say("tip_banana");
  if (counter === LION) return say("tip_lion");
  return say(view.gentle_exchange ? "tip_gentle" : "tip_exchange");
}

/** What a counter on the path is, as far as this visitor knows. */
export function counterTip(view: View, one: Lying, names: string[], { say, word }: Texts): string {
  const { space, seat, counter, open } = one;
  const name = names[seat] ?? "";
  if (counter === null) return say("counter_hidden", { space, name });
  const what = word("counter", counter);
  if (seat === view.seat && !open) return say("counter_mine", { space, counter: what });
  return say("counter_open", { space, counter: what, name });
}

/** The draw pile, and which cards may still be in it. */
export function unseenCards(view: View, { say, word }: Texts): string {
  const cards = view.unseen.flatMap((many, card) =>
    many > 0 ? [many > 1 ? `${word("card", card)} (×${many})` : word("card", card)] : [],
  );
  const pile = say("tip_pile", { pile: view.pile });
  return cards.length > 0 ? `${pile} ${say("unseen", { cards: cards.join(", ") })}` : pile;
}

function listed(kinds: number[], { say, word }: Texts): string {
  return kinds
    .flatMap((many, counter) =>
      many > 0 ? [say("some", { many, what: word("counter", counter) })] : [],
    )
    .join(", ");
}

function ofPlayer(view: View, seat: number, names: string[], texts: Texts): string[] {
  const { say, word } = texts;
  const player = view.players[seat]!;
  const name = names[seat] ?? "";
  const lines = [say("read_position", { name, space: player.position })];
  if (player.stacks.length > 0) {
    const [left, middle, right] = player.stacks.map((card) => word("card", card));
    lines.push(
      say("read_stacks", { name, left: left!, middle: middle!, right: right! }),
      why(player, texts),
      say("read_cards", { name, cards: player.cards }),
    );
  } else lines.push(say("read_counters", { name, counters: player.counters }));
  return [lines.filter(Boolean).join(" ")];
}

export function reading(view: View, names: string[], texts: Texts): string[] {
  const { say, word } = texts;
  const lines = view.players.flatMap((_, seat) => ofPlayer(view, seat, names, texts));
  lines.push(...view.track.map((one) => counterTip(view, one, names, texts)));
  if (view.track.length === 0) lines.push(say("read_no_counters"));
  const hidden = listed(view.unknown_counters, texts);
  if (hidden) lines.push(say("read_hidden", { counters: hidden }));
  lines.push(unseenCards(view, texts));
  if (view.gentle_exchange) lines.push(say("tip_gentle"));
  if (view.counters?.some((many) => many > 0))
    lines.push(say("read_my_counters", { counters: listed(view.counters, texts) }));
  if (view.hand && view.hand.length > 0)
    lines.push(say("read_hand", { cards: view.hand.map((card) => word("card", card)).join(", ") }));
  if (view.stride > 0) lines.push(say("read_stride", { stride: view.stride }));
  return lines;
}

/** What a banana offers: the same move once more, as far as there is a path. */
export function goOn(view: View, say: Say): string {
  const here = view.players[view.seat!]!.position;
  const space = Math.min(here + view.stride, CAMP);
  return say("go_on", { stride: space - here, space });
}

export function phrase(text: string, names: string[], { say, word }: Texts): string {
  const choice = readChoice(text);
  switch (choice?.kind) {
    case "card":
      return say("choice_card", {
        card: word("card", choice.card),
        name: names[choice.seat] ?? "",
        stack: word("stack", choice.stack),
      });
    case "counter":
      return say("choice_counter", {
        counter: word("counter", choice.counter),
        space: choice.space,
      });
    case "name":
      return say("name", { seat: names[choice.seat] ?? "" });
    case undefined:
      return text;
    default:
      return say(choice!.kind);
  }
}
