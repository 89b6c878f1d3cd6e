/** Something the house works out, asked for again until it is there. */

import { Refused } from "./api.ts";
import { mayTryAgain, sentence } from "./home/refusal.ts";
import { visitor } from "./me.svelte.ts";

const AGAIN = 1_000; // ms
/** The house could not be asked, and can be once the line or the house is back. */
const LOST = ["no_network", "closing", "too_fast"];

type Ask<T> = (again: boolean) => Promise<T>;

/** What anybody may ask counts for somebody: whoever has no name yet comes in first. */
export function asSomebody<T>(ask: Ask<T>): Ask<T> {
  return async (again) => {
    await visitor.comeIn();
    return ask(again);
  };
}

export class Study<T extends object> {
  share = $state(0);
  result: T | null = $state.raw(null);
  /** Why there will be none, unless it is tried again. */
  problem = $state("");
  mayTryAgain = $state(false);
  /** The house cannot search this game yet. */
  waking = $state(false);
  /** The house does not answer just now. */
  lost = $state(false);

  #ask: Ask<T>;
  #closed = false;

  /** `again`: whether the visitor wants what has failed to be tried once more. */
  constructor(ask: Ask<T>) {
    this.#ask = ask;
    void this.#follow(false);
  }

  tryAgain() {
    this.problem = "";
    void this.#follow(true);
  }

  /** Ask no more. */
  close() {
    this.#closed = true;
  }

  async #follow(again: boolean) {
    while (!this.#closed && this.result === null && this.problem === "") {
      await this.#once(again);
      again &&= this.lost;
      if (this.result === null) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  async #once(again: boolean) {
    try {
      const answer = await this.#ask(again);
      this.waking = this.lost = false;
      // An answer says how much of it is done; one that does not is whole.
      this.share = "share" in answer ? Number(answer.share) : 1;
      if (this.share >= 1) this.result = answer;
    } catch (error) {
      const code = error instanceof Refused ? error.code : "";
      this.waking = code === "not_ready";
      this.lost = LOST.includes(code);
      if (this.waking || this.lost) return;
      this.problem = sentence(error) || (error as Refused).message;
      this.mayTryAgain = mayTryAgain(error);
    }
  }
}
