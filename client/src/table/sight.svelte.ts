/** Brings a table onto a stage: its moves in turn, its guests for the name plates. */

import type { Game } from "../api.ts";
import type { Board } from "../board.ts";
import { welcome } from "../company.svelte.ts";
import { Stage } from "../stage.svelte.ts";
import type { Table } from "../table.svelte.ts";
import { guestsAt } from "./guests.ts";

/**
 * To be called while a component is set up: it lives as long as that, and the game may be told in
 * another language meanwhile.
 */
export function sightOf(table: Table, game: () => Game, board: Board<unknown>): Stage {
  const stage = new Stage(board);

  let now = $state(Date.now());
  const clocks = $derived(table.common?.chairs.some((chair) => chair.left !== null));
  $effect(() => {
    if (!clocks) return;
    const timer = setInterval(() => (now = Date.now()), 500);
    return () => clearInterval(timer);
  });
  const guests = $derived(guestsAt(table, game(), now, stage.busy));
  welcome({
    get guests() {
      return guests;
    },
  });

  let shown = 0;
  $effect(() => {
    for (; shown < table.moves.length; shown++) stage.follow(table.moves[shown]!);
  });
  $effect(() => () => stage.close());
  return stage;
}
