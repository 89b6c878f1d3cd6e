/** The table in sentences, for whoever does not see it. */

import type { Texts } from "$client/board.ts";
import { comparison, pile, printed, scored, signed, type View } from "./sight.ts";

export function reading(view: View, names: string[], texts: Texts): string[] {
  const { say } = texts;
  const name = (seat: number) => names[seat] ?? "";
  const sentences = view.over ? [] : [say("round", { round: view.round, trick: view.trick }) + "."];
  if (view.water.length === 2)
    sentences.push(say("read_flood", { lower: view.water[0]!, higher: view.water[1]! }));
  if (view.water_seen.length > 0)
    sentences.push(say("read_gone", { levels: sorted(view.water_seen), left: pile(view) }));
  if (view.leader !== null && !view.over)
    sentences.push(say("read_leader", { name: name(view.leader) }));
  view.players.forEach((_, seat) => sentences.push(...player(view, seat, names, texts)));
  if (view.hand && !view.over)
    sentences.push(
      view.hand.length > 0
        ? say("read_hand", {
            cards: view.hand.map((card) => phrase(String(card), names, texts)).join(", "),
          })
        : say("read_hand_empty"),
    );
  if (view.unknown.length > 0 && !view.over)
    sentences.push(say("read_unknown", { cards: view.unknown.join(", ") }));
  return scored(view) ? [...sentences, ...results(view, names, texts)] : sentences;
}

function player(view: View, seat: number, names: string[], { say }: Texts): string[] {
  const { buoys, level, out, card, cards, known, hand, announced, score } = view.players[seat]!;
  const name = names[seat] ?? "";
  const owner = names[hand] ?? "";
  const sentences = [
    say(out ? "read_player_under" : level ? "read_player" : "read_player_dry", {
      name,
      buoys,
      level,
      cards,
      score: signed(score),
      number: score,
    }),
  ];
  if (!view.over) sentences.push(say("read_deal", { name, owner, announced }));
  if (card) sentences.push(say("read_card", { name, card }));
  if (seat !== view.seat && known.length > 0 && !view.over)
    sentences.push(say("known", { name, cards: known.join(", ") }) + ".");
  return sentences;
}

function results(view: View, names: string[], { say }: Texts): string[] {
  return comparison(view).map(({ hand, announced, results }) => {
    const made = results.flatMap(({ points }, seat) =>
      points === null
        ? []
        : [say("read_result", { name: names[seat] ?? "", points: signed(points) })],
    );
    return say("read_results", { owner: names[hand] ?? "", announced, results: made.join(", ") });
  });
}

const sorted = (levels: number[]) => [...levels].sort((one, other) => one - other).join(", ");

/** A choice in words: the card, and the buoys printed on it. */
export function phrase(choice: string, _names: string[], { say }: Texts): string {
  const buoys = printed(Number(choice));
  const label = buoys === 1 ? "card_whole" : buoys ? "card_half" : "card_plain";
  return say(label, { card: choice });
}
