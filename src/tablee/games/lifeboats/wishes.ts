/** What a click on the board means, by what may be chosen; a choice of two clicks is half made. */

import type { Figure } from "./roster.ts";
import {
  boatOf,
  CLIMB,
  figureIn,
  JUMP,
  OVERBOARD,
  PLACE_BLACK,
  type Rank,
  read,
  SEAT_CREW,
  type View,
  written,
} from "./sight.ts";

/** A figure or a boat that has been picked, and waits for the other. */
export interface Half {
  rank: Rank | null;
  boat: number | null;
}
export const NOTHING: Half = { rank: null, boat: null };

/** Either a choice is made, or half of one. */
export type Wish = { choice: string } | { half: Half } | null;

export const placing = (view: View): boolean => view.phase <= PLACE_BLACK;
export const figuring = (view: View): boolean => view.phase === SEAT_CREW || view.phase === JUMP;

/** The ranks that may be picked, given the boat if that is picked. */
export function ranks(options: string[], boat: number | null): Rank[] {
  const open = new Set<Rank>();
  for (const option of options) {
    const choice = read(option);
    if (choice?.kind === "figure" && (boat === null || choice.boat === boat)) open.add(choice.rank);
  }
  return [...open];
}

/** The boats that may be clicked, given the figure if that is picked. */
export function boats(view: View, options: string[], half: Half): number[] {
  return options.flatMap((option) => {
    const choice = read(option);
    if (choice?.kind === "figure")
      return half.rank === null || half.rank === choice.rank ? [choice.boat] : [];
    return choice?.kind === "colour" && view.phase !== OVERBOARD ? [choice.colour] : [];
  });
}

export function pressBoat(view: View, options: string[], half: Half, boat: number): Wish {
  if (placing(view) || view.phase === OVERBOARD) return null;
  if (!figuring(view)) return { choice: written(boat) };
  if (half.rank !== null) return { choice: figureIn(half.rank, boat) };
  const open = ranks(options, boat);
  if (open.length > 1) return { half: half.boat === boat ? NOTHING : { rank: null, boat } };
  return { choice: figureIn(open[0] ?? "sailor", boat) };
}

export function pressRank(half: Half, rank: Rank): Wish {
  if (half.boat !== null) return { choice: figureIn(rank, half.boat) };
  return { half: half.rank === rank ? NOTHING : { rank, boat: null } };
}

/** The choices that a wish makes or begins, for `data-choices`. */
export function choicesOf(wish: Wish, options: string[]): string {
  if (!wish) return "";
  if ("choice" in wish) return wish.choice;
  const { rank, boat } = wish.half;
  return options
    .filter((option) => {
      const choice = read(option);
      if (choice?.kind !== "figure") return false;
      return (rank ?? choice.rank) === choice.rank && (boat ?? choice.boat) === choice.boat;
    })
    .join(" ");
}

/** The choice that clicking a figure makes, if any. */
export function choiceOf(view: View, figure: Figure): string | null {
  if (typeof figure.place === "number") {
    if (view.phase === JUMP && figure.seat === view.seat && boatOf(view, figure.place)?.at_sea)
      return figureIn(figure.rank, figure.place);
    if (view.phase === OVERBOARD && figure.place === view.leaking) return written(figure.seat);
  }
  return null;
}

/** Is a colour asked for, by ballot or of the one who decides? */
export const ballot = (view: View): boolean => view.phase > CLIMB;
