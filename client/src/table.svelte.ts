/** One table as this visitor sees it, kept up to date by the socket. */

import { api } from "./api.ts";
import { socket } from "./socket.svelte.ts";
import type { Move } from "./stage.svelte.ts";
import type { Command, Common, Incoming, Line, Refusal, Told, You } from "./wire.ts";

type PageMessage = Extract<Incoming, { type: "page" }>;

const MOST_SENT = 200; // lines of a page, the newest
const MOST_TOLD = 12; // choices; whoever has missed more is shown where the game stands

export class Table {
  readonly id: string;
  common: Common | null = $state.raw(null);
  you: You = $state.raw({ seat: null, host: false });
  lines: Line[] = $state.raw([]);
  /** Whether the house may have lines from before these: it sends the newest only. */
  older = $state(false);
  /** Every new sight of the game; the stage plays them in turn. */
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
  async choose(choice: string): Promise<boolean> {
    const turn = this.common?.turn;
    if (!turn || this.sending !== null) return false;
    this.sending = choice;
    try {
      return await this.do({ do: "choose", turn: turn.number, choice });
    } finally {
      this.sending = null;
    }
  }

  /** Lines from before those that are here. */
  async fetchOlder() {
    const [first] = this.lines;
    try {
      const { lines, more } = await api.log(this.id, first?.seq ?? 0);
      if (first !== this.lines[0]) return; // asked twice, or everything has come anew
      this.lines = [...lines, ...this.lines];
      this.older = more;
    } catch {
      // The button stays, to be pressed again.
    }
  }

  get names(): string[] {
    return this.common?.chairs.map((chair) => chair.name) ?? [];
  }

  /** Does a bot choose for this visitor, until they take their chair back? */
  get kept(): boolean {
    const { seat } = this.you;
    return seat !== null && (this.common?.chairs[seat]?.kept ?? false);
  }

  /** Is this visitor owed a choice now? */
  get mine(): boolean {
    const { seat } = this.you;
    return seat !== null && !this.kept && (this.common?.turn?.waiting_for.includes(seat) ?? false);
  }

  #turnTo(page: PageMessage) {
    const common = { ...this.common, ...page.common } as Common;
    if (common.turn?.number !== this.common?.turn?.number)
      this.owed = common.turn?.waiting_for ?? [];
    this.common = common;
    this.you = page.you;
    this.at = Date.now();
    this.missing = null;
    const known = this.lines.at(-1)?.seq ?? 0;
    const { lines } = page;
    const news = lines.filter((line) => line.seq > known);
    const full = lines.length >= MOST_SENT; // there may have been more
    const retold = news.length < lines.length; // in another language; else none comes twice
    if (known === 0 || retold || full) {
      this.lines = lines;
      this.older = full;
    } else if (news.length > 0) this.lines = [...this.lines, ...news];
    if (page.view !== undefined && page.view !== null)
      this.#see(page.view, known > 0 && news.length >= MOST_SENT ? null : news);
  }

  /** A sight of the game, and what was told on the way to it, if all of that is known. */
  #see(view: unknown, news: Line[] | null) {
    const told = news?.filter(isTold) ?? null;
    if (told?.length === 0 && alike(view, this.moves.at(-1)?.view)) return; // after a break
    const choices = new Set(told?.map((line) => line.seq)).size;
    this.moves = [...this.moves, { view, told: choices > MOST_TOLD ? null : told }];
  }
}

const isTold = (line: Line): line is Line & { event: Told } =>
  line.kind === "game" && line.event !== undefined;
const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
