/**
 * Which figure is which, and where it sits. A view only counts figures; for them to be seen moving,
 * each keeps its name and its place in the boat from one picture to the next.
 */

import { ABOARD, type Rank, type View } from "./sight.ts";

/** Where a figure can be: "ship", "water", "over" (the side), "lost", or the number of a boat. */
export type Place = "ship" | "water" | "over" | "lost" | number;

export interface Figure {
  id: string;
  seat: number;
  rank: Rank;
  place: Place;
}

export interface Roster {
  figures: Figure[];
  /** For each boat by number, what is on its six seats: a figure's name, a leak, or nothing. */
  benches: Record<number, Bench>;
}

export type Bench = (string | null)[];
export const WATER = "~";

const RANKS: Rank[] = ["officer", "sailor"];

/** The roster that fits a view, with as little change from the one before as can be. */
export function muster(before: Roster | null, view: View): Roster {
  const figures: Figure[] = [];
  for (let seat = 0; seat < view.seats; seat++)
    for (const rank of RANKS)
      figures.push(...placed(before, seat, rank, whereabouts(view, seat, rank)));
  const benches: Record<number, Bench> = {};
  for (const { boat, leaks, sunk } of view.boats) {
    const aboard = figures.filter((figure) => figure.place === boat).map((figure) => figure.id);
    benches[boat] = seated(before?.benches[boat], aboard, sunk ? 0 : leaks);
  }
  return { figures, benches };
}

/** How many figures of a rank a seat has in each place. */
function whereabouts(view: View, seat: number, rank: Rank): Map<Place, number> {
  const player = view.players[seat]!;
  const sailor = rank === "sailor";
  const over = view.cue?.over;
  const places = new Map<Place, number>([
    ["ship", sailor ? player.sailors_to_seat : player.officers_to_seat],
    ["water", player.swims === rank ? 1 : 0],
    ["over", over?.seat === seat && over.rank === rank ? 1 : 0],
    ["lost", sailor ? player.sailors_lost : player.officers_lost],
  ]);
  for (const boat of view.boats)
    places.set(boat.boat, (sailor ? boat.sailors : boat.officers)[seat] ?? 0);
  return places;
}

function placed(
  before: Roster | null,
  seat: number,
  rank: Rank,
  places: Map<Place, number>,
): Figure[] {
  const free = new Map(places);
  const take = (place: Place) => {
    const left = free.get(place) ?? 0;
    if (left > 0) free.set(place, left - 1);
    return left > 0;
  };
  const old =
    before?.figures.filter((figure) => figure.seat === seat && figure.rank === rank) ?? [];
  const stay = new Set(old.filter((figure) => take(figure.place)));
  const open = [...free].flatMap(([place, left]) => Array<Place>(left).fill(place));
  const moved = old.map((figure) =>
    stay.has(figure) ? figure : { ...figure, place: open.shift() ?? "lost" },
  );
  const fresh = open.map((place, n) => ({
    id: `${seat}-${rank}-${old.length + n}`,
    seat,
    rank,
    place,
  }));
  return [...moved, ...fresh];
}

/** Those aboard and the leaks on their seats; whoever sat there before stays there. */
function seated(before: Bench | undefined, aboard: string[], leaks: number): Bench {
  const bench: Bench = Array<string | null>(ABOARD).fill(null);
  const newcomers = new Set(aboard);
  let water = leaks;
  before?.forEach((what, seat) => {
    if (what === WATER && water > 0) {
      bench[seat] = WATER;
      water--;
    } else if (what !== null && newcomers.delete(what)) bench[seat] = what;
  });
  for (const id of newcomers) {
    const seat = bench.indexOf(null);
    if (seat >= 0) bench[seat] = id;
  }
  for (; water > 0; water--) {
    const seat = bench.lastIndexOf(null);
    if (seat >= 0) bench[seat] = WATER;
  }
  return bench;
}
