/** Tells a move of Diabolo in pictures: a card comes out of a hand and flies, rows are scored. */

import type { Scene } from "$client/board.ts";
import type { Told } from "$client/wire.ts";
import { closed, dealt, discarded, doubled, gained, placed, scored, showing } from "./telling.ts";
import { ASKS, type Show, type Side, type View } from "./sight.ts";

/** The pictures between two views, and `after` as the last one. */
export function story(before: View, after: View, told: Told[]): Scene<View>[] {
  const scenes: Scene<View>[] = [];
  let view = before;
  let at = 0;

  function picture(next: View, beats: number, rest: Partial<Scene<View>> = {}) {
    view = next;
    scenes.push({ view, told: at, beats, ...rest });
  }

  /** The numbers of all events of this kind that follow each other; they are shown together. */
  function together(kind: string): number[][] {
    const found: number[][] = [];
    while (told[at]?.[0] === kind) found.push(told[at++]!.slice(1) as number[]);
    return found;
  }

  while (at < told.length) {
    const [kind, ...numbers] = told[at]!;
    const [first = 0, second = 0, third = 0] = numbers;
    if (kind === "doubles") {
      const seats = together(kind).map(([seat]) => seat!);
      picture(doubled(view, seats), 1.6, { sound: "reveal" });
      continue;
    }
    if (kind === "holds") {
      const hands = together(kind);
      picture(showing(view, hands), 1.4 + 0.4 * hands.length, { sound: "reveal" });
      continue;
    }
    if (kind === "round_points") {
      together(kind);
      picture({ ...view, scoring: null, show: { round: true } }, 3, { sound: "coin" });
      continue;
    }
    at += 1;
    if (kind === "places") {
      const side = third as Side;
      picture(lit(view, { lifted: { seat: first, card: second, side } }), 0.55, {
        sound: "reveal",
      });
      picture(placed(view, first, second, side), 0.8, { sound: "card" });
      picture(lit(view, {}), 0.3);
    } else if (kind === "discards") {
      picture(lit(view, { lifted: { seat: first, card: second, side: null } }), 0.55);
      picture(discarded(view, first, second), 0.8, { sound: "card" });
    } else if (kind === "closes") {
      picture(closed(view, first), 1.1, { sound: "step" });
    } else if (kind === "shows") {
      picture(stuck(view, first, numbers.slice(1)), 1.8, { sound: "reveal" });
    } else if (kind === "play_ends") {
      picture({ ...view, asks: ASKS.DOUBLER, turn: null, drawn: null, show: {} }, 1.3);
    } else if (kind === "row") {
      picture({ ...view, turn: null, drawn: null, scoring: first, show: {} }, 1.4, {
        sound: "step",
      });
    } else if (kind === "equal" || kind === "nobody_holds") {
      picture(scored(view, first), 1.3);
    } else if (kind === "scores" || kind === "loses") {
      const points = kind === "scores" ? second : -second;
      picture(gained(view, first, points), 1.8, { sound: points > 0 ? "coin" : "splash" });
    } else if (kind === "deals") {
      picture(dealt(view, after, first), 1, { sound: "card" });
    }
  }
  at = told.length;
  picture(after, 0.7, after.over && !before.over ? { sound: "win" } : {});
  return scenes;
}

const lit = (view: View, show: Show): View => ({ ...view, show });

/** Somebody can place nothing: the whole hand lies open, the card just drawn too. */
function stuck(view: View, seat: number, cards: number[]): View {
  const players = view.players.map((player, other) =>
    other === seat ? { ...player, cards: cards.length, known: cards, shown: true } : player,
  );
  return { ...view, players, turn: seat, asks: ASKS.DISCARD, drawn: null, show: {} };
}
