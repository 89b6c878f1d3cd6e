/** Land Unter, and its sheep, on the screen. */

import type { Board } from "$client/board.ts";
import Drawing from "./Board.svelte";
import Hero from "./Hero.svelte";
import Par from "./Par.svelte";
import { phrase, reading } from "./reading.ts";
import { sheet, standing } from "./sheet.ts";
import type { View } from "./sight.ts";
import { story } from "./story.ts";

export const board: Board<View> = {
  Board: Drawing,
  story,
  reading,
  phrase,
  sheet,
  standing,
  Hero,
  Par,
};
