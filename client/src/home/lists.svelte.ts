/** The lists of tables on the home page, kept up to date while somebody looks at them. */

import { api, type TableListed } from "../api.ts";
import { visitor } from "../me.svelte.ts";
import { follow } from "./follow.ts";
import { sentence } from "./refusal.ts";

const EVERY = 15_000; // ms

export type Finished = Awaited<ReturnType<typeof api.finishedTables>>;

export class Lists {
  mine: TableListed[] = $state.raw([]);
  open: TableListed[] = $state.raw([]);
  finished: Finished = $state.raw([]);
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
        ? await Promise.all([api.myTables(), api.finishedTables()])
        : [[], []];
      this.mine = mine.filter((table) => table.status !== "over" && table.status !== "closed");
      this.open = open.filter((table) => table.your_seat === null);
      this.finished = finished;
      this.problem = "";
    } catch (error) {
      this.problem = sentence(error);
    }
    this.known = true;
  }
}
