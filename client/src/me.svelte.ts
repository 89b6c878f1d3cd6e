/** Who this visitor is to the house. */

import { api, type Me } from "./api.ts";
import { settings } from "./settings.svelte.ts";
import { t } from "./texts.ts";
import { names } from "./texts/names.ts";

class Visitor {
  /** Null until known; then stays null for whoever has not come in yet. */
  me: Me | null = $state.raw(null);

  /** Ask the house whether it knows this browser. */
  async look(): Promise<Me | null> {
    this.me = (await api.house()).you;
    return this.me;
  }

  /** Come in, under the name given or one the house has ready; nobody has to type first. */
  async comeIn(name?: string): Promise<Me> {
    const known = this.me ?? (await this.look());
    this.me = known ?? (await api.comeIn(name || this.suggestion()));
    if (known && known.language !== settings.language) await this.change({ language: settings.language });
    return this.me;
  }

  async change(changes: { name?: string; language?: Me["language"] }) {
    if (this.me) this.me = await api.rename(changes);
  }

  /** A friendly name to begin with. */
  suggestion(): string {
    const all = t(names.animals).split(" ");
    return all[Math.floor(Math.random() * all.length)]!;
  }
}

export const visitor = new Visitor();
