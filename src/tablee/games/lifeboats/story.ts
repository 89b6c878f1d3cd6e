/** Tells a move of Lifeboats picture by picture: ballots, water, boats and swimmers. */

import type { Scene, Story } from "$client/board.ts";
import type { Told } from "$client/wire.ts";
import {
  ABOARD,
  type Boat,
  boatOf,
  type Cue,
  HAT,
  ISLAND_OF,
  LEAK,
  OVERBOARD,
  type Player,
  type Rank,
  ROWS,
  type View,
} from "./sight.ts";

type Show = Omit<Scene<View>, "view" | "told"> & { cue?: Cue };
type Teller = (draft: View, told: Told, show: (scene: Show) => void, next: Told[]) => void;

const RANKS: Rank[] = ["sailor", "officer"];
const VOTES = new Set(["votes", "votes_with_weight", "votes_hat"]);

export const story: Story<View> = (before, after, told) => {
  const draft = structuredClone(before);
  draft.owing = [];
  draft.possible = [];
  delete draft.cue;
  const scenes: Scene<View>[] = [];
  let at = 0;
  while (at < told.length) {
    const first = told[at]!;
    const together = VOTES.has(first[0]) ? ballotsFrom(told, at) : 1;
    const show = ({ cue, ...scene }: Show) => {
      const view = structuredClone(draft);
      if (cue) view.cue = cue;
      scenes.push({ ...scene, view, told: at });
    };
    if (together > 1 || VOTES.has(first[0])) {
      const count = told.slice(at, at + together);
      cover(draft, count, show);
      at += together;
      reveal(draft, count, show);
      continue;
    }
    at += 1;
    TELLERS[first[0]]?.(draft, first, show, told.slice(at));
  }
  scenes.push({ view: after, told: told.length, beats: 0.4 });
  return scenes;
};

function ballotsFrom(told: Told[], at: number): number {
  const end = told.findIndex(([name], n) => n >= at && !VOTES.has(name));
  return (end < 0 ? told.length : end) - at;
}

/** The kind of vote that is on: leak, overboard, advance. */
const kindOf = (view: View) => Math.max(0, view.phase - LEAK);

function cover(draft: View, votes: Told[], show: (scene: Show) => void) {
  const kind = kindOf(draft);
  const vote = draft.votes[kind];
  if (!vote) return;
  vote.ballots = draft.players.map(() => null);
  Object.assign(vote, { round: draft.round, by: 0, decider: null, outcome: null });
  for (const [name, seat, colour] of votes)
    if (seat !== undefined) vote.ballots[seat] = name === "votes_hat" ? HAT : colour!;
  const weights = weightsOf(draft, votes);
  show({ beats: 0.8, cue: { vote: { kind, covered: true, weights } } });
}

function reveal(draft: View, votes: Told[], show: (scene: Show) => void) {
  for (const [name, seat, hats] of votes)
    if (name === "votes_hat") draft.players[seat!]!.hats = hats!;
  const weights = weightsOf(draft, votes);
  const cue = { vote: { kind: kindOf(draft), covered: false, weights } };
  show({ beats: 2, sound: "reveal", cue });
}

function weightsOf(draft: View, votes: Told[]): number[] {
  const weights = draft.players.map(() => 1);
  for (const [name, seat, , weight] of votes)
    if (name === "votes_with_weight") weights[seat!] = weight!;
  return weights;
}

/** The crew counts for weights only while the boat that leaks is put to the vote. */
function weightsNow(draft: View): number[] {
  const boat = draft.phase === OVERBOARD ? boatOf(draft, draft.leaking ?? -1) : undefined;
  return draft.players.map((_, seat) =>
    boat ? (boat.sailors[seat] ?? 0) + 2 * (boat.officers[seat] ?? 0) : 1,
  );
}

function verdict(draft: View, changes: Partial<View["votes"][number]>, show: (s: Show) => void) {
  const kind = kindOf(draft);
  Object.assign(draft.votes[kind]!, changes);
  const cue = { vote: { kind, covered: false, weights: weightsNow(draft) } };
  show({ beats: 1.6, cue });
}

const crew = (boat: Boat, rank: Rank) => (rank === "sailor" ? boat.sailors : boat.officers);

function lose(player: Player, rank: Rank, number: number) {
  player[rank === "sailor" ? "sailors_lost" : "officers_lost"] += number;
}

function drown(rank: Rank): Teller {
  return (draft, [, seat, number], show) => {
    const sunk = draft.boats.find((boat) => boat.sunk && crew(boat, rank)[seat!]! > 0);
    if (sunk) crew(sunk, rank)[seat!] = 0;
    lose(draft.players[seat!]!, rank, number!);
    show({ beats: 0.5, sound: "splash" });
  };
}

/** Those who land are counted with the boat; the sentence is only told. */
const ashore: Teller = (_, __, show, next) => {
  if (next[0]?.[0].endsWith("_land")) return;
  show({ beats: 0.8 });
};

const TELLERS: Record<string, Teller> = {
  launches(draft, [, , boat, lane], show) {
    const island = ISLAND_OF[lane! - 1];
    Object.assign(boatOf(draft, boat!)!, { lane, island, at_sea: true, free: ABOARD });
    show({ sound: "water" });
  },
  seats(draft, [, seat, figure, boat], show) {
    const rank = RANKS[figure!]!;
    draft.players[seat!]![rank === "sailor" ? "sailors_to_seat" : "officers_to_seat"] -= 1;
    const into = boatOf(draft, boat!)!;
    crew(into, rank)[seat!]! += 1;
    into.free -= 1;
    show({ beats: 0.8, sound: "step" });
  },
  round_begins(draft, [, round, start], show) {
    draft.round = round!;
    draft.start = start!;
    draft.phase = LEAK;
    for (const boat of draft.boats) boat.left = false;
    show({ beats: 0.9, sound: "card" });
  },
  carries: (draft, [, colour], show) => verdict(draft, { outcome: colour! }, show),
  one_hat: (draft, [, seat], show) => verdict(draft, { by: 1, decider: seat! }, show),
  tie: (draft, [, seat], show) => verdict(draft, { by: 2, decider: seat! }, show),
  all_hats: (draft, [, seat], show) => verdict(draft, { by: 3, decider: seat! }, show),
  hats_cancel: (draft, _, show) => verdict(draft, {}, show),
  decides: (draft, [, , colour], show) => verdict(draft, { outcome: colour! }, show),
  no_vote(draft, [, colour], show, next) {
    draft.phase = kindOfNext(next);
    show({ beats: 0.8, cue: draft.phase === OVERBOARD ? {} : { boat: colour! } });
  },
  full(draft, [, boat], show) {
    draft.phase = OVERBOARD;
    draft.leaking = boat!;
    show({ sound: "water", cue: { boat: boat! } });
  },
  goes_overboard(draft, [, seat, figure, boat], show) {
    const rank = RANKS[figure!]!;
    crew(boatOf(draft, boat!)!, rank)[seat!]! -= 1;
    show({ sound: "splash", cue: { boat: boat!, over: { seat: seat!, rank, boat: boat! } } });
    lose(draft.players[seat!]!, rank, 1);
    boatOf(draft, boat!)!.free += 1;
    show({ beats: 0.8 });
  },
  leaks(draft, [, boat, leaks], show) {
    const leaky = boatOf(draft, boat!)!;
    leaky.leaks = leaks!;
    leaky.free -= 1;
    draft.leaking = null;
    show({ beats: 1.2, sound: "water", cue: { boat: boat! } });
    draft.phase = LEAK + 2;
  },
  sinks(draft, [, boat], show) {
    show({ beats: 1.4, sound: "splash", cue: { boat: boat!, sinking: true } });
    Object.assign(boatOf(draft, boat!)!, { at_sea: false, sunk: true, free: 0 });
    show({ beats: 0.3 });
  },
  sailors_drown: drown("sailor"),
  officers_drown: drown("officer"),
  advances(draft, [, boat, row], show) {
    boatOf(draft, boat!)!.row = row!;
    show({ beats: 1.2, sound: "water", cue: { boat: boat! } });
  },
  lands(draft, [, boat, island, order], show) {
    const here = boatOf(draft, boat!)!;
    here.row = ROWS;
    show({ beats: 1.1, sound: "water", cue: { boat: boat! } });
    Object.assign(here, { landed: order, at_sea: false, free: 0 });
    draft.landed.push(boat!);
    const land = draft.islands[island!]!;
    land.boats.push(boat!);
    const points = draft.players.map((player, seat) => {
      const gain =
        land.sailor * (here.sailors[seat] ?? 0) + land.officer * (here.officers[seat] ?? 0);
      land.sailors[seat]! += here.sailors[seat] ?? 0;
      land.officers[seat]! += here.officers[seat] ?? 0;
      player.score += gain;
      return gain;
    });
    show({ beats: 1.4, sound: "coin", cue: { ashore: points } });
  },
  sailors_land: ashore,
  officers_land: ashore,
  jumps(draft, [, seat, figure, boat], show) {
    const rank = RANKS[figure!]!;
    const from = boatOf(draft, boat!)!;
    crew(from, rank)[seat!]! -= 1;
    from.free += 1;
    from.left = true;
    Object.assign(draft.players[seat!]!, { swims: rank, left: boat! });
    show({ sound: "splash" });
  },
  stays: (_, __, show) => show({ beats: 0.7 }),
  climbs(draft, [, seat, figure, boat], show) {
    const into = boatOf(draft, boat!)!;
    crew(into, RANKS[figure!]!)[seat!]! += 1;
    into.free -= 1;
    Object.assign(draft.players[seat!]!, { swims: null, left: null });
    show({ sound: "step" });
  },
  finds_no_seat(draft, [, seat, figure], show) {
    Object.assign(draft.players[seat!]!, { swims: null, left: null });
    lose(draft.players[seat!]!, RANKS[figure!]!, 1);
    show({ sound: "splash" });
  },
  all_boats_in: (_, __, show) => show({ beats: 1.2, cue: { counted: [] } }),
  sea_empty: (_, __, show) => show({ beats: 1.2, cue: { counted: [] } }),
  scores(draft, [, seat], show, next) {
    const counted = draft.players.map((_, other) => other).filter((other) => other <= seat!);
    const last = next.length === 0;
    show({ beats: last ? 3 : 1.3, sound: last ? "win" : "coin", cue: { counted } });
  },
};

/** What happens without a vote, by the events that follow. */
function kindOfNext(next: Told[]): number {
  const names = next.map(([name]) => name);
  const first = names.find((name) =>
    ["leaks", "full", "goes_overboard", "advances", "lands"].includes(name),
  );
  if (first === "goes_overboard") return OVERBOARD;
  return first === "advances" || first === "lands" ? LEAK + 2 : LEAK;
}
