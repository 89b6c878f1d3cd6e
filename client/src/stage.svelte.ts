/** Plays what happened, picture by picture, so that everybody can follow. */

import { tick } from "svelte";
import type { Board, Scene } from "./board.ts";
import { inOneBreath, type Line } from "./breath.ts";
import { fly, painted, whereabouts } from "./kit/motion.ts";
import { settings } from "./settings.svelte.ts";
import { play } from "./sound.ts";
import { t } from "./texts.ts";
import { frame } from "./texts/frame.ts";

/** A new sight of the game, and the events that led to it; null if not all of them are known. */
export interface Move {
  view: unknown;
  told: Line[] | null;
}

/** What was told last. */
interface Last {
  before: unknown;
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
  #last: Last | null = null;
  #wake: (() => void) | null = null;
  #hurry = false;
  #runs = 0; // a run that is not the latest any more stops at its next step

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
    this.close();
    this.#present(move);
  }

  /** Break off what is being told, and tell nothing more. */
  close() {
    this.#runs += 1;
    this.#waiting = [];
    this.#length = this.told = 0;
    this.busy = false;
    this.#wake?.();
  }

  /** Straight to the end of what is being told. */
  skip() {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Tell the last move once more. */
  rewatch() {
    if (!this.busy && this.#last) void this.#run(this.#last);
  }

  /** How many events, the newest, nobody has been shown yet. */
  get untold(): number {
    const waiting = this.#waiting.reduce((sum, move) => sum + (move.told?.length ?? 0), 0);
    return this.#length - this.told + waiting;
  }

  get canRewatch(): boolean {
    return !this.busy && this.#last !== null && this.view !== null;
  }

  /** Tell what waits; before it, if asked for, something once more. */
  async #run(again: Last | null = null) {
    const run = ++this.#runs;
    const stopped = () => run !== this.#runs;
    this.busy = true;
    this.#hurry = false;
    if (again) {
      this.sentence = inOneBreath(again.told);
      await this.#show({ view: again.before, told: 0, beats: 0.5 }, stopped);
      if (!stopped()) await this.#tell(again, stopped);
    }
    while (this.#waiting.length > 0 && !stopped()) {
      const behind = this.#waiting.length > MOST_BEHIND || document.hidden;
      if (behind) this.#waiting = this.#waiting.slice(-1);
      const { view, told } = this.#waiting[0]!;
      this.#waiting = this.#waiting.slice(1);
      this.#hurry = false;
      const before = this.view;
      if (before === null) await painted(); // what lies round the board can be read meanwhile
      if (stopped()) return;
      if (before === null || behind || told === null) this.#present({ view, told });
      else await this.#tell({ before, view, told }, stopped);
    }
    if (!stopped()) this.busy = false;
  }

  /** At once: nobody has seen it move, or what it came from. */
  #present({ view, told }: Move) {
    this.view = view;
    this.sentence = inOneBreath(told ?? []);
    this.#last = null;
  }

  async #tell(last: Last, stopped: () => boolean) {
    const { before, view, told } = last;
    const events = told.map((one) => one.event);
    // At once means no pictures on the way: each would be drawn for nobody.
    const scenes = settings.beat > 0 ? this.#board.story(before, view, events) : [];
    this.#length = events.length;
    this.told = 0;
    this.sentence = events.length > 0 ? t(frame.all_chosen) : ""; // until the first picture
    for (const scene of scenes) {
      const news = told.slice(this.told, scene.told);
      if (news.length > 0) this.sentence = inOneBreath(news);
      this.told = scene.told;
      await this.#show(scene, stopped);
      if (stopped()) return;
      if (this.#hurry) break;
    }
    await this.#show({ view, told: events.length, beats: 0 }, stopped);
    if (stopped()) return;
    const rest = told.slice(this.told);
    if (rest.length > 0) this.sentence = inOneBreath(rest);
    this.told = events.length;
    this.#last = last;
  }

  async #show(scene: Scene<unknown>, stopped: () => boolean) {
    const beat = this.#hurry ? 0 : settings.beat;
    const places = this.root && beat > 0 ? whereabouts(this.root) : new Map<string, DOMRect>();
    if (scene.sound && beat > 0) play(scene.sound);
    this.view = scene.view;
    await tick();
    if (stopped()) return;
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
