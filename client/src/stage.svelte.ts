/** Plays what happened, picture by picture, so that everybody can follow. */

import { tick } from "svelte";
import type { Board, Scene } from "./board.ts";
import { inOneBreath, type Line } from "./breath.ts";
import { fly, painted, whereabouts } from "./kit/motion.ts";
import { settings } from "./settings.svelte.ts";
import { play } from "./sound.ts";
import { t } from "./texts.ts";
import { frame } from "./texts/frame.ts";

/** A new sight of the game, and the events that led to it. */
export interface Move {
  view: unknown;
  told: Line[];
}

// Moves; whoever is further behind is brought up to date at once. More than all the others make
// between two moves of one's own: they may come in while one's own is still being told.
const MOST_BEHIND = 12;

export class Stage {
  /** What the board draws now. */
  view: unknown = $state.raw(null);
  /** What the picture on stage tells. */
  sentence: string = $state("");
  /** Is something being told? */
  busy: boolean = $state(false);
  /** How far the events of the move on stage have been told. */
  told = $state(0);

  /** The element the pieces fly in. */
  root: HTMLElement | null = $state.raw(null);

  #board: Board<unknown>;
  #waiting: Move[] = $state.raw([]);
  #length = $state(0); // events of the move on stage
  #last: { before: unknown; move: Move } | null = null;
  #wake: (() => void) | null = null;
  #hurry = false;

  constructor(board: Board<unknown>) {
    this.#board = board;
  }

  /** Show a move after those that still wait. */
  follow(move: Move) {
    this.#waiting = [...this.#waiting, move];
    if (!this.busy) void this.#run();
  }

  /** Show this and nothing else, without telling how it came about. */
  jump(move: Move) {
    this.#waiting = [];
    this.#last = null;
    this.skip();
    this.view = move.view;
    this.sentence = inOneBreath(move.told);
  }

  /** Straight to the end of what is being told. */
  skip() {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Tell the last move once more. */
  async rewatch() {
    if (this.busy || !this.#last) return;
    const { before, move } = this.#last;
    this.busy = true;
    this.sentence = t(frame.all_chosen);
    await this.#show({ view: before, told: 0, beats: 0.5 });
    await this.#tell(before, move);
    await this.#run(); // what has come in meanwhile
  }

  /** How many events, the newest, nobody has been shown yet. */
  get untold(): number {
    const waiting = this.#waiting.reduce((sum, move) => sum + move.told.length, 0);
    return this.#length - this.told + waiting;
  }

  get canRewatch(): boolean {
    return !this.busy && this.#last !== null && this.view !== null;
  }

  async #run() {
    this.busy = true;
    while (this.#waiting.length > 0) {
      const behind = this.#waiting.length > MOST_BEHIND || document.hidden;
      if (behind) this.#waiting = this.#waiting.slice(-1);
      const move = this.#waiting[0]!;
      this.#waiting = this.#waiting.slice(1);
      const before = this.view;
      if (before === null) await painted(); // what lies round the board can be read meanwhile
      if (before === null || behind) {
        this.view = move.view; // nobody has seen it move
        this.sentence = inOneBreath(move.told);
        this.#last = null; // nobody has seen what it came from
      } else {
        await this.#tell(before, move);
        this.#last = { before, move };
      }
    }
    this.busy = false;
  }

  async #tell(before: unknown, move: Move) {
    const events = move.told.map((one) => one.event);
    this.#hurry = false;
    // At once means no pictures on the way: each would be drawn for nobody.
    const scenes = settings.beat > 0 ? this.#board.story(before, move.view, events) : [];
    this.#length = events.length;
    this.told = 0;
    this.sentence = t(frame.all_chosen); // until the first picture tells more
    for (const scene of scenes) {
      const news = move.told.slice(this.told, scene.told);
      if (news.length > 0) this.sentence = inOneBreath(news);
      this.told = scene.told;
      await this.#show(scene);
      if (this.#hurry) break;
    }
    await this.#show({ view: move.view, told: events.length, beats: 0 });
    const rest = move.told.slice(this.told);
    if (rest.length > 0 || events.length === 0) this.sentence = inOneBreath(rest);
    this.told = events.length;
  }

  async #show(scene: Scene<unknown>) {
    const beat = this.#hurry ? 0 : settings.beat;
    const places = this.root && beat > 0 ? whereabouts(this.root) : new Map<string, DOMRect>();
    if (scene.sound && beat > 0) play(scene.sound);
    this.view = scene.view;
    await tick();
    if (this.root) fly(this.root, places, Math.min(beat, 700));
    await this.#rest(beat * (scene.beats ?? 1));
  }

  #rest(time: number): Promise<void> {
    if (time <= 0) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(wake, time);
      function wake() {
        clearTimeout(timer);
        done();
      }
      this.#wake = wake;
    });
  }
}
