/** Two tabs at one table: the newer one plays, the older one steps back and says so. */

export class Tab {
  /** The table is open in a newer tab. */
  elsewhere: boolean = $state(false);

  #channel: BroadcastChannel | null = null;

  constructor(table: string) {
    try {
      this.#channel = new BroadcastChannel(`tablee.table.${table}`);
    } catch {
      return; // a browser that keeps nothing of this house lets no tab hear of another
    }
    this.#channel.onmessage = () => (this.elsewhere = true);
    this.take();
  }

  /** Play here; other tabs step back. */
  take() {
    this.elsewhere = false;
    this.#channel?.postMessage("here");
  }

  close() {
    this.#channel?.close();
  }
}
