/** One table as this visitor sees it, kept up to date by the socket. */

import { api } from "./api.ts";
import { typeset } from "./blanks.ts";
import { settings } from "./settings.svelte.ts";
import { socket } from "./socket.svelte.ts";
import type { Command, Common, Incoming, Line, Refusal, You } from "./wire.ts";

type PageMessage = Extract<Incoming, { type: "page" }>;

const MOST_SENT = 200; // lines of a first page

const neat = (text: string) => typeset(text, settings.language);
const legible = (line: Line): Line => ({ ...line, text: neat(line.text) });

/** What happened between two sights of the game. */
export interface Move {
  view: unknown;
  lines: Line[];
}

export class Table {
  readonly id: string;
  common: Common | null = $state.raw(null);
  you: You = $state.raw({ seat: null, host: false });
  lines: Line[] = $state.raw([]);
  /** Whether the house may have lines from before these: it sends the newest only. */
  older = $state(false);
  /** Every new sight of the game, with the events that led to it; the stage plays them in turn. */
  moves: Move[] = $state.raw([]);
  /** When the last page came, to let clocks run on between two pages. */
  at = $state(0);
  /** The last refusal, until it is dismissed or something else is done. */
  refusal: Refusal | null = $state.raw(null);
  /** The table itself was refused: there is none, or it cannot be read. */
  missing: Refusal | null = $state.raw(null);
  /** The seats that owed a choice when this turn was first seen. */
  owed: number[] = $state.raw([]);
  /** A choice that is on its way to the house. */
  sending: string | null = $state(null);

  #end: () => void;

  constructor(id: string) {
    this.id = id;
    this.#end = socket.watch(
      id,
      (page) => this.#turnTo(page),
      (refusal) => (this.missing = refusal),
    );
  }

  /** Look away. */
  close() {
    this.#end();
  }

  /** Have something done here; true once it is on disk. A refusal is kept to be shown. */
  async do(command: Command): Promise<boolean> {
    const answer = await socket.do(this.id, command);
    this.refusal = "refused" in answer ? answer.refused : null;
    return this.refusal === null;
  }

  /** Make a choice of the game. What is not possible is refused by the house, with the clause. */
  async choose(choice: string) {
    const turn = this.common?.turn;
    if (!turn || this.sending !== null) return;
    this.sending = choice;
    try {
      await this.do({ do: "choose", turn: turn.number, choice });
    } finally {
      this.sending = null;
    }
  }

  /** Lines from before those that are here. */
  async fetchOlder() {
    try {
      const { lines, more } = await api.log(this.id, this.lines[0]?.seq ?? 0);
      this.lines = [...lines.map(legible), ...this.lines];
      this.older = more;
    } catch {
      // The button stays, to be pressed again.
    }
  }

  get names(): string[] {
    return this.common?.chairs.map((chair) => chair.name) ?? [];
  }

  /** Is this visitor owed a choice now? */
  get mine(): boolean {
    const { seat } = this.you;
    return seat !== null && (this.common?.turn?.waiting_for.includes(seat) ?? false);
  }

  #turnTo(page: PageMessage) {
    const common = { ...this.common, ...page.common } as Common;
    if (page.common.turn)
      common.turn = { ...page.common.turn, sentence: neat(page.common.turn.sentence) };
    if (common.turn?.number !== this.common?.turn?.number)
      this.owed = common.turn?.waiting_for ?? [];
    this.common = common;
    this.you = page.you;
    this.at = Date.now();
    const known = this.lines.at(-1)?.seq ?? 0;
    const lines = page.lines.map(legible);
    const news = lines.filter((line) => line.seq > known);
    const retold = news.length < lines.length; // in another language; else none comes twice
    if (known === 0 || retold) this.older = lines.length >= MOST_SENT;
    if (retold) this.lines = lines;
    else if (news.length > 0) this.lines = [...this.lines, ...news];
    if (retold && news.length === 0) return; // on the board nothing has changed
    if (page.view !== undefined && page.view !== null)
      this.moves = [...this.moves, { view: page.view, lines: news }];
  }
}
