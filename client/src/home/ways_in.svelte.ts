/** Every way in the visitor has, and the link that was made here, as long as it can be used. */

import { api, type Key } from "../api.ts";
import { visitor } from "../me.svelte.ts";
import { socket } from "../socket.svelte.ts";
import { follow } from "./follow.ts";
import { sentence } from "./refusal.ts";

const EVERY = 5_000; // ms: somebody stands by and waits until a link was taken up

export class WaysIn {
  keys: Key[] = $state.raw([]);
  problem = $state("");
  #looks = 0;
  #made = $state.raw({ key: "", link: "" });

  /** The link that was made last; nothing once it was taken up or withdrawn, or its time is over. */
  get link(): string {
    const { key, link } = this.#made;
    return this.keys.some(({ id }) => id === key) ? link : "";
  }

  /** Look now and again and again; the function ends it. */
  follow(): () => void {
    return follow(() => this.#look(), EVERY);
  }

  async #look() {
    const number = ++this.#looks;
    try {
      const keys = await api.keys();
      if (number !== this.#looks) return; // asked again meanwhile, after something had changed
      this.keys = keys;
      this.problem = "";
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  async make() {
    const { secret, key } = await api.makeLink();
    await this.#look();
    this.#made = { key, link: `${visitor.address}/carry-on#${secret}` };
  }

  async close(key: Key) {
    await api.revoke(key.id);
    if (!key.this) return this.#look();
    socket.close();
    visitor.forget();
  }
}
