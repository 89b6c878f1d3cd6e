/** The lists of tables on the home page, kept up to date while somebody looks at them. */

import { api, type Finished, type TableListed } from "../api.ts";
import { visitor } from "../me.svelte.ts";
import { follow } from "./follow.ts";
import { sentence } from "./refusal.ts";

const EVERY = 15_000; // ms
const MOST = 100; // finished games asked for at once
const idOf = (game: Finished | undefined) => game?.table.table;

export class Lists {
  mine: TableListed[] = $state.raw([]);
  open: TableListed[] = $state.raw([]);
  finished: Finished[] = $state.raw([]);
  /** Whether the house may have finished games from before these. */
  older = $state(false);
  /** Whether the house has answered once, be it with a refusal. */
  known = $state(false);
  problem = $state("");

  get myTurns(): TableListed[] {
    return this.mine.filter((table) => table.your_turn);
  }

  /** Look now, and from now on whenever the page is in sight; the function ends it. */
  follow(): () => void {
    return follow(() => this.refresh(), EVERY);
  }

  async refresh() {
    try {
      const [me, open] = await Promise.all([visitor.look(), api.openTables()]);
      const [mine, finished] = me
        ? await Promise.all([api.myTables(), api.finishedTables(MOST)])
        : [[], []];
      this.mine = mine.filter((table) => table.status !== "over" && table.status !== "closed");
      this.open = open.filter((table) => table.your_seat === null);
      this.#lead(finished);
      this.problem = "";
    } catch (error) {
      this.problem = sentence(error);
    }
    this.known = true;
  }
  /** Finished games from before those that are here. */
  async fetchOlder() {
    const last = this.finished.at(-1);
    try {
      const found = await api.finishedTables(MOST, last);
      if (idOf(this.finished.at(-1)) !== idOf(last)) return; // asked twice, or all has come anew
      this.finished = [...this.finished, ...found];
      this.older = found.length === MOST;
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  /** The newest stand before those that are here; if some may be missing between, instead of them. */
  #lead(newest: Finished[]) {
    const last = idOf(newest.at(-1));
    const full = newest.length === MOST;
    const met = full ? this.finished.findIndex((game) => idOf(game) === last) : -1;
    if (met < 0) this.older = full;
    this.finished = met < 0 ? newest : [...newest, ...this.finished.slice(met + 1)];
  }
}
