/** Who this visitor is to the house. */

import { untrack } from "svelte";
import { api, onUnknown, Refused, type Me } from "./api.ts";
import { settings } from "./settings.svelte.ts";
import { t } from "./texts.ts";
import { frame } from "./texts/frame.ts";
import { names } from "./texts/names.ts";

const STORE = "tablee.name";

class Visitor {
  /** Null until known; then stays null for whoever has not come in yet. */
  me: Me | null = $state.raw(null);
  /** Where friends find this house: not by the name a machine has for itself, if there is another. */
  address: string = $state(location.origin);
  /** What somebody who has not come in yet would be called. */
  wanted: string = $state("");
  /** The way in of this browser was closed elsewhere; to be told once, until somebody comes in. */
  shutOut: boolean = $state(false);

  #coming: Promise<Me> | null = null;

  constructor() {
    this.wanted = kept() || this.suggestion();
    onUnknown(() => void this.look().catch(() => {}));
  }

  get name(): string {
    return this.me?.name ?? this.wanted;
  }

  /** Ask the house whether it knows this browser. */
  async look(): Promise<Me | null> {
    const before = untrack(() => this.me); // an effect that looks is not to look for ever
    const { you, address } = await api.house();
    if (isLocal(location.href) && !isLocal(address)) this.address = address;
    if (this.me !== before) return this.me; // came in, or went, while the house answered
    if (before && !you) this.lose(before.name);
    else this.me = you;
    if (you) this.shutOut = false;
    return you;
  }

  /** The way in was closed elsewhere; whoever goes on comes in anew, under the same name. */
  lose(name: string) {
    this.me = null;
    this.wanted = name;
    this.shutOut = true;
  }

  /**
   * Come in, under the name given or one the house has ready; nobody has to type first. Asked
   * twice at once, it is still one person who comes.
   */
  comeIn(name?: string): Promise<Me> {
    this.#coming ??= this.#enter(name).finally(() => (this.#coming = null));
    return this.#coming;
  }

  async change(changes: { name?: string; language?: Me["language"] }) {
    if (this.me) this.me = await api.rename(changes);
  }

  /** Be spoken to in this language: here at once, by mail and on other devices as well. */
  async speak(language: Me["language"]) {
    settings.set({ language });
    try {
      if (this.me ?? (await this.look())) await this.change({ language });
    } catch {
      // The page speaks it already; the house hears of it another time.
    }
  }

  /** Be called something else from now on. */
  async call(name: string) {
    const known = this.me ?? (await this.look());
    if (known) await this.change({ name });
    else {
      this.wanted = name;
      keep(name);
    }
  }

  /** The house has been left for good. */
  forget() {
    this.me = null;
    this.wanted = this.suggestion();
    keep("");
  }

  /** A friendly name to begin with. */
  suggestion(): string {
    const all = t(names.animals).split(" ");
    return all[Math.floor(Math.random() * all.length)]!;
  }

  async #enter(name?: string): Promise<Me> {
    const known = this.me ?? (await this.look());
    if (!known) return this.#enterAnew(name || this.wanted);
    if (known.language !== settings.language) await this.change({ language: settings.language });
    return this.me ?? known;
  }

  /** The house knows people by a cookie: where none is kept, nobody has come in. */
  async #enterAnew(name: string): Promise<Me> {
    if (navigator.cookieEnabled) await api.comeIn(name);
    const me = await this.look();
    if (!me) throw new Refused({ code: "no_cookies", text: t(frame.no_cookies) });
    return me;
  }
}

/** Is this an address that means another machine on every machine? */
export function isLocal(address: string): boolean {
  return /^(localhost$|127\.|\[::1\]$)/.test(new URL(address).hostname);
}

function kept(): string {
  try {
    return localStorage.getItem(STORE) ?? "";
  } catch {
    return "";
  }
}

function keep(name: string) {
  try {
    if (name) localStorage.setItem(STORE, name);
    else localStorage.removeItem(STORE);
  } catch {
    // Private windows may refuse to keep anything.
  }
}

export const visitor = new Visitor();
