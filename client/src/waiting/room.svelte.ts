/** What is asked in a waiting room, one thing at a time, with every refusal where it happened. */

import { sentence } from "../home/refusal.ts";
import { visitor } from "../me.svelte.ts";
import { socket } from "../socket.svelte.ts";
import type { Table } from "../table.svelte.ts";
import { t } from "../texts.ts";
import { frame } from "../texts/frame.ts";
import type { Command, Plan } from "../wire.ts";

export class Room {
  readonly table: Table;
  /** The place where something is being asked, or empty. */
  busy = $state("");
  /** The name somebody who does not sit yet has typed, or null. */
  typed: string | null = $state(null);
  #refused = $state.raw({ place: "", text: "" });

  constructor(table: Table) {
    this.table = table;
  }

  /** Under which name the visitor would sit down. */
  get name(): string {
    return (this.typed ?? visitor.name).trim();
  }

  /** What was refused at this place, or nothing. */
  refusedAt(place: string): string {
    return this.#refused.place === place ? this.#refused.text : "";
  }

  ask(place: string, command: Command): Promise<boolean> {
    return this.#alone(place, () => this.#do(place, command));
  }

  /** Lay the table another way. */
  change(place: string, changes: Partial<Plan>, seats?: number): Promise<boolean> {
    const { plan, chairs } = this.table.common!;
    return this.ask(place, {
      do: "change",
      plan: { ...plan, ...changes },
      seats: seats ?? chairs.length,
    });
  }

  /** Take a chair, under the name that was typed; whoever is new to the house comes in first. */
  sit(place: string, wanted: { seat?: number; invitation?: string }) {
    return this.#alone(place, async () => {
      const before = visitor.me;
      const known = before ?? (await visitor.look());
      const typed = this.typed?.trim();
      if (!known) await visitor.comeIn(this.name);
      else if (typed && typed !== known.name) await visitor.change({ name: typed });
      // It knew nobody, though another tab may have come in; the next word opens it anew.
      if (!before) socket.close();
      return this.#do(place, { do: "sit", ...wanted });
    });
  }

  async #alone(place: string, act: () => Promise<boolean>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = place;
    this.#refused = { place: "", text: "" };
    try {
      return await act();
    } catch (error) {
      this.#refused = { place, text: sentence(error) };
      return false;
    } finally {
      this.busy = "";
    }
  }

  async #do(place: string, command: Command): Promise<boolean> {
    if (await this.table.do(command)) return true;
    this.#refused = { place, text: this.table.refusal?.text || t(frame.mistake) };
    this.table.refusal = null;
    return false;
  }
}
