/** Lays tables: with bots and begun at once, or with chairs for whoever is invited. */

import { api, type Game } from "../api.ts";
import { boardOf } from "../board.ts";
import { promise } from "../fair_share.svelte.ts";
import { visitor } from "../me.svelte.ts";
import { settings } from "../settings.svelte.ts";
import { newId } from "../socket.svelte.ts";

const USUAL_PLAYERS = 4;

/** A wish that has not come true yet keeps its id: asked again, it is still the same table. */
const wishes = new Map<string, string>();

/** The number of players a game is usually laid for here. */
export function usualPlayers(game: Game): number {
  return game.players.reduce((best, one) =>
    Math.abs(one - USUAL_PLAYERS) < Math.abs(best - USUAL_PLAYERS) ? one : best,
  );
}

/** The bots this visitor plays against; null in a house without bots. */
export function usualLevel(game: Game): string | null {
  return game.bots.find((level) => level === settings.level) ?? game.bots.at(-1) ?? null;
}

/** Lay a table against bots and begin; gives the table. */
export function playNow(game: Game, players: number): Promise<string> {
  void import("../pages/TablePage.svelte").catch(() => {}); // on its way meanwhile
  void boardOf(game.rules).catch(() => {});
  const level = usualLevel(game) ?? "open";
  return wish(game.id, ["me", ...Array<string>(players - 1).fill(level)], true);
}

/** Lay a table with open chairs; gives the table. */
export function inviteTo(game: Game, players: number): Promise<string> {
  return wish(game.id, ["me", ...Array<string>(players - 1).fill("open")], false);
}

async function wish(game: string, chairs: string[], start: boolean): Promise<string> {
  const what = JSON.stringify([game, chairs, start]);
  const id = wishes.get(what) ?? newId();
  wishes.set(what, id);
  await visitor.comeIn();
  const { table } = await api.lay({ id, plan: { game }, chairs });
  if (start) await begin(table, id);
  wishes.delete(what);
  return table;
}

/** Begin, with the visitor's own share in the deal; asked again, it is as it was. */
async function begin(table: string, id: string) {
  const { common, you } = await api.page(table);
  if (common.status !== "waiting") return;
  const share = promise(table, you.seat ?? 0, common);
  if (share) await api.act(table, newId(), share);
  await api.act(table, `${id}-start`, { do: "start" });
}
