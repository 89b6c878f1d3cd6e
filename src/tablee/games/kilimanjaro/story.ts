/** Tells a turn of Kilimanjaro: a card is laid, a pawn walks, a counter is met, a card is drawn. */

import type { Scene } from "$client/board.ts";
import type { Sound } from "$client/sound.ts";
import type { Told } from "$client/wire.ts";
import {
  BANANA,
  EXCHANGE,
  LION,
  VILLAGES_APART,
  type Player,
  type Show,
  type View,
} from "./sight.ts";

/** What changes in a picture, how long it stays, and its sound. */
interface Beat {
  view: View;
  beats: number;
  sound?: Sound;
}

const WALK = 2.4; // beats for a long walk; a short one takes a step a time
const STEP = 0.24;
const HOPS = 8; // for whoever runs away

export function story(before: View, after: View, told: Told[]): Scene<View>[] {
  const scenes: Scene<View>[] = [];
  let now = before;
  told.forEach((event, index) => {
    for (const beat of tell(now, after, event)) {
      scenes.push({ ...beat, told: index + 1 });
      now = beat.view;
    }
  });
  scenes.push({ view: after, told: told.length, beats: 0.2 });
  return scenes;
}

function tell(now: View, after: View, [name, ...numbers]: Told): Beat[] {
  const [seat = 0, a = 0, b = 0, c = 0, d = 0] = numbers;
  switch (name) {
    case "places":
      return [{ view: place(now, after, seat, a), beats: 0.7, sound: "coin" }];
    case "lays_out":
      return [{ view: layOut(now, after, seat, [a, b, c]), beats: 0.9, sound: "card" }];
    case "plays":
      return [lay(now, after, { card: a, by: seat, seat, stack: b, under: c })];
    case "covers":
      return [lay(now, after, { card: a, by: seat, seat: b, stack: c, under: d })];
    case "moves":
      return walk(now, seat, b);
    case "turns_up":
    case "meets":
      return [meet(now, seat, a)];
    case "flees":
      return run(now, seat, a * VILLAGES_APART, LION);
    case "swaps":
      return swap(now, seat, a);
    case "sends_back":
      return run(used(now, seat), a, b * VILLAGES_APART, EXCHANGE);
    case "is_safe":
      return [{ view: used(now, seat), beats: 0.8 }];
    case "draws":
      return [{ view: draw(now, after, seat, a), beats: 0.5, sound: "card" }];
    case "arrives":
      return [{ view: showing(now, { kind: "arrives", seat }), beats: 2.5, sound: "win" }];
    case "cards_out":
      return [{ view: still(now), beats: 1.5, sound: "win" }];
    default:
      return [{ view: still(now), beats: 0.8 }];
  }
}

function still(view: View): View {
  const { show: _, ...rest } = view;
  return rest;
}

const showing = (view: View, show: Show): View => ({ ...view, show });

function change(view: View, seat: number, changes: Partial<Player>): View {
  const players = view.players.map((player, one) =>
    one === seat ? { ...player, ...changes } : player,
  );
  return { ...still(view), players };
}

function place(now: View, after: View, seat: number, space: number): View {
  const lying = after.track.find((one) => one.space === space) ?? {
    space,
    seat,
    counter: null,
    open: false,
  };
  const view = change(now, seat, { counters: now.players[seat]!.counters - 1 });
  const mine = seat === now.seat ? after.counters : now.counters;
  const track = [...now.track, lying].sort((one, other) => one.space - other.space);
  return { ...view, track, counters: mine };
}

/** The distance of three stacks is the house's to say: it is known if they still lie so later. */
function counted(stacks: number[], later: Player): Partial<Player> {
  const same = stacks.every((card, stack) => card === later.stacks[stack]);
  return same
    ? { stacks, counting: later.counting, distance: later.distance }
    : { stacks, counting: [], distance: 0 };
}

function layOut(now: View, after: View, seat: number, stacks: number[]): View {
  const view = change(now, seat, counted(stacks, after.players[seat]!));
  return { ...view, pile: now.pile - stacks.length };
}

interface Laid {
  card: number;
  by: number;
  seat: number;
  stack: number;
  under: number;
}

function lay(now: View, after: View, { card, by, seat, stack, under }: Laid): Beat {
  const stacks = now.players[seat]!.stacks.with(stack, card);
  let view = change(now, seat, counted(stacks, after.players[seat]!));
  view = change(view, by, { cards: view.players[by]!.cards - 1 });
  if (by === view.seat && view.hand) {
    const from = view.hand.indexOf(card);
    view.hand = view.hand.filter((_, place) => place !== from);
  }
  return {
    view: showing(view, { kind: "covers", seat, stack, under, by }),
    beats: 1.3,
    sound: "card",
  };
}

function walk(now: View, seat: number, space: number): Beat[] {
  const from = now.players[seat]!.position;
  const steps = Math.max(space - from, 0);
  return Array.from({ length: steps }, (_, step) => ({
    view: showing(change(now, seat, { position: from + step + 1 }), { kind: "walks", seat }),
    beats: step === steps - 1 ? 0.6 : Math.min(STEP, WALK / steps),
    sound: "step" as const,
  }));
}

function meet(now: View, seat: number, counter: number): Beat {
  const space = now.players[seat]!.position;
  const track = now.track.map((one) =>
    one.space === space ? { ...one, counter, open: true } : one,
  );
  return {
    view: showing({ ...now, track }, { kind: "meets", seat, space, counter }),
    beats: 1.7,
    sound: counter === BANANA ? "coin" : counter === LION ? "splash" : "reveal",
  };
}

/** Back to a village, with the counter that drives them there at their heels. */
function run(now: View, seat: number, village: number, counter: number): Beat[] {
  const from = now.players[seat]!.position;
  const hop = Math.max(1, Math.ceil((from - village) / HOPS));
  const beats: Beat[] = [];
  for (let space = from; space > village; space -= hop) {
    const position = Math.max(village, space - hop);
    const show: Show = { kind: "flees", seat, space, counter };
    beats.push({
      view: showing(change(now, seat, { position }), show),
      beats: position === village ? 0.9 : 0.26,
      sound: "step",
    });
  }
  return beats;
}

/** The exchange that this seat stands on leaves the track. */
function used(now: View, seat: number): View {
  const space = now.players[seat]!.position;
  return { ...still(now), track: now.track.filter((one) => one.space !== space) };
}

function swap(now: View, seat: number, other: number): Beat[] {
  const space = now.players[seat]!.position;
  const elsewhere = now.players[other]!.position;
  const show: Show = { kind: "swaps", seats: [seat, other] };
  const there = change(used(now, seat), seat, { position: elsewhere });
  const changed = change(there, other, { position: space });
  return [
    { view: showing(now, show), beats: 0.9 },
    { view: showing(changed, show), beats: 1.3, sound: "reveal" },
  ];
}

function draw(now: View, after: View, seat: number, left: number): View {
  const view = change(now, seat, { cards: now.players[seat]!.cards + 1 });
  return { ...view, pile: left, hand: seat === now.seat ? after.hand : now.hand };
}
