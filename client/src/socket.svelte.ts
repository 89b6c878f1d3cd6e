/** One socket for all tables: comes back by itself, sends again what was not answered. */

import type { Command, Incoming, Language, Refusal } from "./wire.ts";
import { legible } from "./blanks.ts";
import { visitor } from "./me.svelte.ts";
import { settings } from "./settings.svelte.ts";

const VERSION = 1;
const SILENCE = 15_000; // ms without a word from the house before it is asked for one
const PATIENCE = 5_000; // ms without an answer before the line counts as dead
const WAITS = [300, 1000, 2000, 4000, 8000]; // ms before each try to connect again

type PageMessage = Extract<Incoming, { type: "page" }>;
type Answer = { seq: number } | { refused: Refusal };

interface Watched {
  seq: number;
  show: (page: PageMessage) => void;
  refuse: (refusal: Refusal) => void;
  /** What the house was asked last for it. */
  asked: string;
}

interface Asked {
  message: { type: "do"; id: string; table: string; command: Command };
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
  state: "closed" | "opening" | "open" = $state("closed");
  /** How often the house has closed the way in that this line came by. */
  shutOut = $state(0);

  #socket: WebSocket | null = null;
  #watched = new Map<string, Watched>();
  #asked = new Map<string, Asked>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #name = ""; // by which the house knows whoever asks; of nobody, none
  #language = settings.language; // of all that is watched

  constructor() {
    addEventListener("online", () => this.#wake());
    addEventListener("offline", () => {
      if (this.state === "open") this.#renew(); // fails at once, and says so
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wake();
    });
    setInterval(() => this.#listen(), 10_000);
  }

  /** Be shown a table from now on; the function that comes back ends it. */
  watch(table: string, show: (page: PageMessage) => void, refuse: (refusal: Refusal) => void) {
    const watched: Watched = { seq: 0, show, refuse, asked: "" };
    this.#watched.set(table, watched);
    if (this.state === "open") this.#look(table, watched);
    else this.#open();
    return () => {
      this.#watched.delete(table);
      if (this.#watched.size === 0) this.close();
      else this.#send({ type: "unwatch", id: newId(), table });
    };
  }

  /** Have something done at a table; answered once it is on disk and in sight, or refused. */
  do(table: string, command: Command): Promise<Answer> {
    return new Promise((answer) => {
      const message = { type: "do", id: newId(), table, command } as const;
      this.#asked.set(message.id, { message, answer });
      if (this.state === "open") {
        this.#send(message);
        this.#expect();
      } else this.#open();
    });
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

  #look(table: string, watched: Watched) {
    watched.asked = newId();
    this.#send({ type: "watch", id: watched.asked, table, after: watched.seq });
  }

  #send(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    if (this.#socket) return;
    this.state = "opening";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.#socket = socket;
    this.#heard = 0;
    this.#expect();
    socket.onopen = () => {
      const { language } = settings;
      this.#send({ type: "hello", version: VERSION, language, spectator: isForAll() });
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#hear(legible(event.data as string, settings.language) as Incoming);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.#again();
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
    if (message.type === "welcome") this.#welcome(message.name);
    else if (message.type === "page") this.#turnTo(message);
    else if (message.type === "done") this.#done(message.id, message.seq);
    else if (message.type === "refused") this.#refused(message.id, message);
    else if (message.type === "bye") {
      this.#tries = 0;
      if (message.why === "revoked") this.#forget();
    }
  }

  /** Whoever sat here is somebody unknown now: what was asked for as the other is not sent again. */
  #forget() {
    this.#asked.clear();
    this.shutOut += 1;
    if (this.#name) visitor.lose(this.#name);
    visitor.look().catch(() => {}); // another tab may have come in already
  }

  /** After a break: watch again from where we were, then send again what was not answered. */
  #welcome(name: string) {
    this.#name = name;
    this.state = "open";
    this.#tries = 0;
    for (const [table, watched] of this.#watched) this.#look(table, watched);
    for (const { message } of this.#asked.values()) this.#send(message);
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
    if (shown >= seq) this.#settle(id, { seq });
  }

  #refused(id: string, refused: Refusal) {
    if (refused.code === "who_are_you") visitor.look().catch(() => {});
    const watched = [...this.#watched.values()].find(({ asked }) => asked === id);
    if (watched) watched.refuse(refused);
    else this.#settle(id, { refused });
  }

  #settle(id: string, answer: Answer) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.answer(answer);
  }

  /** Back in sight or in a network: does the line still stand? */
  #wake() {
    if (this.state === "open") this.#ping();
    else this.#again(0);
  }

  /** Out of sight this comes once a minute only: silence alone does not tell a dead line. */
  #listen() {
    if (this.state === "open" && Date.now() - this.#heard > SILENCE) this.#ping();
  }

  #ping() {
    this.#send({ type: "ping" });
    this.#expect();
  }

  /** If the house says nothing from now on, this line is given up. */
  #expect() {
    const line = this.#socket;
    const since = Date.now();
    setTimeout(() => {
      if (line === this.#socket && this.#heard < since) this.#renew();
    }, PATIENCE);
  }
}

export const socket = new Socket();
