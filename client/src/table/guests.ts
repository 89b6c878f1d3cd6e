/** The chairs of a table as name plates show them. */

import type { Game } from "../api.ts";
import type { Guest } from "../company.svelte.ts";
import { faceOf } from "../personas.ts";
import type { Table } from "../table.svelte.ts";

export function guestsAt(table: Table, game: Game, now: number, telling: boolean): Guest[] {
  const { common, you } = table;
  if (!common) return [];
  const waiting = common.turn?.waiting_for ?? [];
  // The story is told first: then who has won, and whom the next turn asks.
  const winners = telling ? [] : (common.result?.winners ?? []);
  return common.chairs.map((chair, seat) => ({
    name: chair.name,
    persona:
      chair.kind === "bot"
        ? faceOf(game, chair.level, chair.character)
        : chair.kept
          ? faceOf(game, common.plan.keeper)
          : null,
    outside: chair.kind === "outside_bot",
    you: seat === you.seat,
    host: chair.host,
    present: chair.present,
    kept: chair.kept,
    waiting: !telling && waiting.includes(seat),
    chosen: !telling && table.owed.includes(seat) && !waiting.includes(seat),
    clock: chair.left === null ? null : Math.max(0, chair.left - Math.max(0, now - table.at)),
    winner: winners.includes(seat),
  }));
}
