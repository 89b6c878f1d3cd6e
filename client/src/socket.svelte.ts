/** One socket for all tables: comes back by itself, sends again what was not answered. */

import type { Command, Incoming, Language, Refusal } from "./wire.ts";
import { settings } from "./settings.svelte.ts";

const VERSION = 1;
const SILENCE = 45_000; // ms without a word from the house before the line counts as dead
const WAITS = [300, 1000, 2000, 4000, 8000]; // ms before each try to connect again

type PageMessage = Extract<Incoming, { type: "page" }>;
type Answer = { seq: number } | { refused: Refusal };

interface Watched {
  seq: number;
  show: (page: PageMessage) => void;
}

interface Asked {
  message: { id: string; type: string; table: string };
  answer: (answer: Answer) => void;
  /** The place in the table's history of what was done; its page is on its way. */
  done?: number;
}

/** A word nobody else has made up: 120 bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Is this a screen for the whole room? Then it must not show anybody's hand. */
export const isForAll = () => new URLSearchParams(location.search).has("table");

class Socket {
  /** "open" once the house has said welcome. */
  state: "closed" | "opening" | "open" | "revoked" = $state("closed");

  #socket: WebSocket | null = null;
  #watched = new Map<string, Watched>();
  #asked = new Map<string, Asked>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #language = settings.language; // of all that is watched

  constructor() {
    addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => this.#wake());
    setInterval(() => this.#listen(), 10_000);
  }

  /** Be shown a table from now on; the function that comes back ends it. */
  watch(table: string, show: (page: PageMessage) => void, refuse: (refusal: Refusal) => void) {
    this.#watched.set(table, { seq: 0, show });
    this.#open();
    void this.#ask({ type: "watch", table }).then((answer) => {
      if ("refused" in answer) refuse(answer.refused);
    });
    return () => {
      this.#watched.delete(table);
      if (this.#watched.size === 0) this.close();
      else void this.#ask({ type: "unwatch", table });
    };
  }

  /** Have something done at a table; answered once it is on disk and in sight, or refused. */
  do(table: string, command: Command): Promise<Answer> {
    return this.#ask({ type: "do", table, command });
  }

  /** Be spoken to in another language: every table that is watched is told anew. */
  speak(language: Language) {
    if (language === this.#language) return;
    this.#language = language;
    for (const watched of this.#watched.values()) watched.seq = 0;
    // A line that does not stand yet begins with a hello in the new language.
    if (this.#socket?.readyState === WebSocket.OPEN) this.#renew();
  }

  /** Leave the house for now, politely. */
  close() {
    clearTimeout(this.#timer);
    this.#asked.clear();
    this.state = "closed";
    this.#socket?.close();
    this.#socket = null;
  }

  #ask(message: { type: string; table: string; command?: Command }): Promise<Answer> {
    const id = newId();
    return new Promise((answer) => {
      const asked = { message: { ...message, id }, answer };
      this.#asked.set(id, asked);
      if (this.state === "open") this.#send(asked.message);
      else this.#open();
    });
  }

  #send(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    if (this.#socket || this.state === "revoked") return;
    this.state = "opening";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      const { language } = settings;
      this.#send({ type: "hello", version: VERSION, language, spectator: isForAll() });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data as string) as Incoming);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      if (this.state !== "revoked") this.#again();
    };
  }

  /** Try again after a while, longer each time. */
  #again(wait = WAITS[Math.min(this.#tries, WAITS.length - 1)]) {
    clearTimeout(this.#timer);
    if (this.#socket || this.#watched.size === 0) return;
    this.state = "opening";
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Give up this line for another. */
  #renew() {
    this.#socket?.close();
    this.#socket = null;
    this.#again(0);
  }

  #hear(message: Incoming) {
    this.#heard = Date.now();
    if (message.type === "welcome") this.#welcome();
    else if (message.type === "page") this.#turnTo(message);
    else if (message.type === "done") this.#done(message.id, message.seq);
    else if (message.type === "refused") this.#settle(message.id, { refused: message });
    else if (message.type === "bye") {
      if (message.why === "revoked") this.state = "revoked";
      else this.#tries = 0;
    }
  }

  /** After a break: watch again from where we were, then send again what was not answered. */
  #welcome() {
    this.state = "open";
    this.#tries = 0;
    const waiting = [...this.#asked.values()].map((asked) => asked.message);
    const asking = new Set(
      waiting.filter(({ type }) => type === "watch").map(({ table }) => table),
    );
    for (const [table, { seq }] of this.#watched)
      if (!asking.has(table)) this.#send({ type: "watch", id: newId(), table, after: seq });
    for (const message of waiting) this.#send(message);
  }

  #turnTo(page: PageMessage) {
    const watched = this.#watched.get(page.table);
    if (!watched) return;
    watched.seq = page.seq;
    watched.show(page);
    for (const { message, done } of this.#asked.values())
      if (done !== undefined && message.table === page.table) this.#done(message.id, done);
  }

  /** The house says it is done; whoever asked is told when the page shows it. */
  #done(id: string, seq: number) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    asked.done = seq;
    const shown = this.#watched.get(asked.message.table)?.seq ?? Infinity;
    if (asked.message.type !== "do" || shown >= seq) this.#settle(id, { seq });
  }

  #settle(id: string, answer: Answer) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.answer(answer);
  }

  /** A page that comes back into sight asks at once whether the line still stands. */
  #wake() {
    if (document.visibilityState !== "visible") return;
    if (this.state === "open") this.#send({ type: "ping" });
    else this.#again(0);
  }

  /** A line that has been silent for long is taken for dead. */
  #listen() {
    if (this.state !== "open") return;
    const silence = Date.now() - this.#heard;
    if (silence > SILENCE) this.#renew();
    else if (silence > SILENCE / 3) this.#send({ type: "ping" });
  }
}

export const socket = new Socket();
