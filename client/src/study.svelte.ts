/** Something the house works out, asked for again until it is there. */

import { Refused } from "./api.ts";
import { sentence } from "./home/refusal.ts";

const AGAIN = 1_000; // ms

export class Study<T extends object> {
  share = $state(0);
  result: T | null = $state.raw(null);
  /** Why there will be none. */
  problem = $state("");
  /** The house cannot search this game yet. */
  waking = $state(false);

  #closed = false;

  constructor(ask: () => Promise<T>) {
    void this.#follow(ask);
  }

  /** Ask no more. */
  close() {
    this.#closed = true;
  }

  async #follow(ask: () => Promise<T>) {
    while (!this.#closed && this.result === null && this.problem === "") {
      await this.#once(ask);
      if (this.result === null) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  async #once(ask: () => Promise<T>) {
    try {
      const answer = await ask();
      this.waking = false;
      // An answer says how much of it is done; one that does not is whole.
      this.share = "share" in answer ? Number(answer.share) : 1;
      if (this.share >= 1) this.result = answer;
    } catch (error) {
      this.waking = error instanceof Refused && error.code === "not_ready";
      if (!this.waking) this.problem = sentence(error);
    }
  }
}
