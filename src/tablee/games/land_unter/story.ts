/** Tells a trick so that one can follow: the reveal, who takes which water, who pays, who sinks. */

import type { Scene } from "$client/board.ts";
import type { Told } from "$client/wire.ts";
import type { Player, Show, View } from "./sight.ts";

type SceneOf = Scene<View>;

/** The pictures between two views. */
export function story(before: View, after: View, told: Told[]): SceneOf[] {
  const scenes: SceneOf[] = [];
  let view = before;
  let at = 0;
  while (at < told.length) {
    const [name] = told[at]!;
    if (name === "round_ends" && after.over) break; // the last view compares the hands itself
    if (name === "plays" && view.show?.takers) view = nextTrick(view, told.slice(at));
    const end = at + together(told, at, view.open_play);
    const group = told.slice(at, end);
    if (name === "plays" && !view.open_play) {
      view = lay(view, group);
      scenes.push({ view: { ...view, show: { hidden: true } }, told: at, sound: "card" });
      scenes.push({ view, told: end, beats: 1.6, sound: "reveal" });
    } else if (COUNTING.includes(name)) {
      view = pointing(
        { ...view, players: view.players.map(cleared) },
        {
          takers: view.show?.takers ?? [],
          lowest: lowestOf(group),
        },
      );
      scenes.push({ view, told: at, beats: 1.4 });
      view = count(view, group);
      scenes.push({ view, told: end, beats: 2.2, sound: "coin" });
    } else {
      view = happen(view, after, group);
      scenes.push({ view, told: end, ...manner(group) });
    }
    at = end;
    if (name === "round_ends") break;
  }
  const ending = after.over && !before.over ? { sound: "win" as const } : {};
  scenes.push({ view: after, told: told.length, beats: told.length > 0 ? 0.6 : 0, ...ending });
  return scenes;
}

const COUNTING = ["lowest", "scores"];
const AT_ONCE = [["plays"], ["pays"], COUNTING];

/** How many events, from here on, are one picture. */
function together(told: Told[], at: number, openPlay: boolean): number {
  const name = told[at]![0];
  const kinds = AT_ONCE.find((kinds) => kinds.includes(name));
  if (!kinds || (openPlay && name === "plays")) return 1;
  const other = told.slice(at).findIndex((one) => !kinds.includes(one[0]));
  return other < 0 ? told.length - at : other;
}

/** How long a picture stays and how it sounds. */
function manner(group: Told[]): Omit<SceneOf, "view" | "told"> {
  switch (group[0]![0]) {
    case "plays":
      return { beats: 0.8, sound: "card" };
    case "takes":
      return { beats: 1.4, sound: "water" };
    case "pays":
      return { beats: 1.4, sound: "coin" };
    case "goes_under":
      return { beats: 1.8, sound: "splash" };
    case "round_ends":
      return { beats: 6 };
    default:
      return { beats: 1.4 };
  }
}

/** The view after some events of one kind. */
function happen(view: View, after: View, group: Told[]): View {
  const seats = group.map((event) => event[1]!);
  switch (group[0]![0]) {
    case "plays":
      return lay(view, group);
    case "takes":
      return pointing(
        change(view, group, (player, level) => ({ ...player, level })),
        { takers: [...(view.show?.takers ?? []), ...seats] },
      );
    case "pays":
      return pointing(
        change(view, group, (player, buoys) => ({ ...player, buoys })),
        { takers: view.show?.takers ?? [], payers: seats },
      );
    case "goes_under":
      return pointing(
        change(view, group, (player) => ({ ...player, out: true, level: 0 })),
        { takers: view.show?.takers ?? [], sinking: seats },
      );
    case "round_ends":
      return pointing(view, {
        takers: view.show?.takers ?? [],
        results: after.players.map((player) => player.hand),
      });
    default:
      return view;
  }
}

const lowestOf = (group: Told[]) =>
  group.filter(([name]) => name === "lowest").map((event) => event[1]!);

/** The points of a round are written down. */
function count(view: View, group: Told[]): View {
  const scores = group.filter(([name]) => name === "scores");
  const counted = change(view, scores, (player, points) => ({
    ...player,
    points: [...player.points, points],
    score: player.score + points,
  }));
  const points = view.players.map((_, seat) => scores.find((one) => one[1] === seat)?.[2] ?? null);
  return pointing(counted, { ...view.show, points });
}

const pointing = (view: View, show: Show): View => ({ ...view, show });
const cleared = (player: Player): Player => ({ ...player, card: 0 });

/** Change the players the events name, by the number that comes with each. */
function change(view: View, group: Told[], how: (player: Player, number: number) => Player): View {
  const players = [...view.players];
  for (const [, seat, number] of group) players[seat!] = how(players[seat!]!, number ?? 0);
  return { ...view, players };
}

/** Cards leave their hands and lie open. */
function lay(view: View, group: Told[]): View {
  const cards = group.map((event) => event[2]!);
  const without = (hand: number[]) => hand.filter((card) => !cards.includes(card));
  const laid = change(view, group, (player, card) => ({
    ...player,
    card,
    cards: player.cards - 1,
    known: without(player.known),
  }));
  const { show: _, ...rest } = laid;
  return { ...rest, hand: view.hand && without(view.hand), unknown: without(view.unknown) };
}

/** The next trick, when it follows by itself: its two water cards are those that are taken. */
function nextTrick(view: View, told: Told[]): View {
  const { show: _, ...rest } = view;
  const takes = told.filter(([name]) => name === "takes").slice(0, 2);
  return {
    ...rest,
    trick: view.trick + 1,
    water: takes.map((event) => event[2]!),
    water_seen: [...view.water_seen, ...view.water],
    players: view.players.map(cleared),
  };
}
