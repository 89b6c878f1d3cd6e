/** Lifeboats in words: the whole table as sentences, and a choice. */

import type { Texts } from "$client/board.ts";
import { BLACK, type Boat, faceDown, HAT, pointsOn, read, type View, type Vote } from "./sight.ts";

const KINDS = ["leak", "overboard", "advance"] as const;

export function reading(view: View, names: string[], texts: Texts): string[] {
  const { say } = texts;
  const start = names[view.start] ?? "";
  return [
    view.round > 0
      ? `${say("round", { round: view.round, start })}.`
      : say("setting_out", { start }),
    ...view.boats.map((boat) => boatSentence(boat, names, texts)),
    ...view.islands.map((_, island) => islandSentence(view, island, names, texts)),
    ...view.players.map((_, seat) => playerSentence(view, seat, names, texts)),
    ...view.votes.flatMap((vote, kind) =>
      faceDown(view, kind) ? [] : voteSentence(vote, kind, names, texts),
    ),
  ];
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Sailors and officers in words, or "nobody". */
function crewWords(sailors: number, officers: number, { say }: Texts): string {
  const some = [
    ...(officers > 0 ? [say("officers", { number: officers })] : []),
    ...(sailors > 0 ? [say("sailors", { number: sailors })] : []),
  ];
  return some.join(", ") || say("nobody");
}

/** One after the other, as a list in a sentence. */
function listed(parts: string[], { say }: Texts): string {
  return parts.reduce((one, other) => say("and_also", { one, other }));
}

function crewByName(sailors: number[], officers: number[], names: string[], texts: Texts): string {
  const crews = names.flatMap((name, seat) => {
    const [low, high] = [sailors[seat] ?? 0, officers[seat] ?? 0];
    return low + high > 0 ? [`${name} ${crewWords(low, high, texts)}`] : [];
  });
  return crews.length > 0 ? listed(crews, texts) : texts.say("nobody");
}

export function vesselName(boat: number, names: string[], { say, word }: Texts): string {
  const name = capital(word("boat", boat));
  return boat === BLACK ? name : say("vessel_of", { vessel: name, name: names[boat] ?? "" });
}

export function boatSentence(boat: Boat, names: string[], texts: Texts): string {
  const { say, word } = texts;
  const vessel = vesselName(boat.boat, names, texts);
  if (boat.lane === null) return say("read_harbour", { vessel });
  if (boat.sunk) return say("read_sunk", { vessel, lane: boat.lane });
  const goal = word("island", boat.island ?? 0);
  const crew = crewByName(boat.sailors, boat.officers, names, texts);
  if (boat.landed !== null) return say("read_landed", { vessel, goal, order: boat.landed, crew });
  const sentence = say("read_boat", {
    vessel,
    lane: boat.lane,
    row: boat.row,
    goal,
    crew,
    leaks: boat.leaks,
    free: boat.free,
  });
  return boat.left ? `${sentence} ${say("read_left")}` : sentence;
}

export function islandSentence(view: View, number: number, names: string[], texts: Texts): string {
  const island = view.islands[number]!;
  const crew = names.flatMap((name, seat) => {
    const [low, high] = [island.sailors[seat] ?? 0, island.officers[seat] ?? 0];
    if (low + high === 0) return [];
    const points = texts.say("points", { number: pointsOn(island, seat) });
    return [`${name} ${crewWords(low, high, texts)} (${points})`];
  });
  return texts.say("read_island", {
    name: capital(texts.word("island", number)),
    sailor: island.sailor,
    officer: island.officer,
    crew: crew.length > 0 ? listed(crew, texts) : texts.say("nobody"),
  });
}

export function playerSentence(view: View, seat: number, names: string[], texts: Texts): string {
  const { say, word } = texts;
  const player = view.players[seat]!;
  const waiting = player.sailors_to_seat + player.officers_to_seat;
  const lost = player.sailors_lost + player.officers_lost;
  const parts = [
    say("read_player", {
      name: names[seat] ?? "",
      tint: word("colour", seat),
      hats: player.hats,
      points: say("points", { number: player.score }),
    }),
  ];
  if (waiting > 0) {
    const figures = crewWords(player.sailors_to_seat, player.officers_to_seat, texts);
    parts.push(`${capital(say("to_seat", { figures }))}.`);
  }
  if (lost > 0) {
    const crew = crewWords(player.sailors_lost, player.officers_lost, texts);
    parts.push(say("read_lost", { crew }));
  }
  if (player.swims)
    parts.push(
      say("read_swims", {
        crew: crewWords(+(player.swims === "sailor"), +(player.swims === "officer"), texts),
        vessel: word("boat", player.left ?? 0),
      }),
    );
  return parts.join(" ");
}

/** A ballot or what a vote came to, in a word. */
export function ballotWord(colour: number | null, { say, word }: Texts): string {
  if (colour === null) return say("no_ballot");
  return colour === HAT ? say("hat") : word("colour", colour);
}

/** Who decided a vote and why, or an empty text if the ballots did. */
export function deciderWords(vote: Vote, names: string[], { say }: Texts): string {
  if (vote.decider === null) return "";
  const why = ["", "by_hat", "by_tie", "by_all_hats"][vote.by] ?? "";
  return say(why, { name: names[vote.decider] ?? "" });
}

function voteSentence(vote: Vote, kind: number, names: string[], texts: Texts): string[] {
  if (vote.round === 0) return [];
  const title = texts.say(`vote_${KINDS[kind]}`);
  const ballots = vote.ballots.flatMap((ballot, seat) =>
    ballot === null ? [] : [`${names[seat]} ${ballotWord(ballot, texts)}`],
  );
  const all = ballots.length > 0 ? ballots.join(", ") : texts.say("not_held");
  const outcome = vote.outcome === null ? texts.say("still_open") : ballotWord(vote.outcome, texts);
  const decider = deciderWords(vote, names, texts);
  return [
    texts.say("read_vote", { title, round: vote.round, all, outcome }) +
      (decider ? ` ${decider}` : ""),
  ];
}

export function phrase(choice: string, _names: string[], { say, word }: Texts): string {
  const meant = read(choice);
  if (!meant) return choice;
  if (meant.kind === "hat") return say("hat");
  if (meant.kind === "lane") return `${say("lane")} ${meant.lane}`;
  if (meant.kind === "colour") return word("colour", meant.colour);
  return `${word("figure", +(meant.rank === "officer"))}, ${word("boat", meant.boat)}`;
}
