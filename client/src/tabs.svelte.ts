/** Two tabs at one table: the newer one plays, the older one steps back and says so. */

export class Tab {
  /** The table is open in a newer tab. */
  elsewhere: boolean = $state(false);

  #channel: BroadcastChannel;

  constructor(table: string) {
    this.#channel = new BroadcastChannel(`tablee.table.${table}`);
    this.#channel.onmessage = () => (this.elsewhere = true);
    this.take();
  }

  /** Play here; other tabs step back. */
  take() {
    this.elsewhere = false;
    this.#channel.postMessage("here");
  }

  close() {
    this.#channel.close();
  }
}
