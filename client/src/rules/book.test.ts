import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sections } from "./book.ts";

const GAMES = new URL("../../../src/tablee/games/", import.meta.url);
const folders = readdirSync(GAMES, { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !folder.name.startsWith("__"))
  .map((folder) => `${folder.name}/`);

for (const folder of ["", ...folders])
  for (const language of ["fr", "en", "de"])
    test(`every word of ${folder}rulebook.${language}.md is kept, without its marks`, () => {
      const text = readFileSync(new URL(`${folder}rulebook.${language}.md`, GAMES), "utf-8");
      const book = sections(text);
      const blocks = book.flatMap((section) => section.blocks);
      const numbers = [...text.matchAll(/^\*\*([A-Z]+-\d+)\*\*/gm)].map((found) => found[1]);
      assert.deepEqual(
        blocks.filter((block) => block.kind === "clause").map((block) => block.number),
        numbers,
      );
      const examples = text.match(/^> /gm)?.length ?? 0;
      assert.equal(blocks.filter((block) => block.kind === "example").length, examples);
      const read = book.map(
        ({ heading, blocks }) =>
          heading +
          blocks.map((one) => one.number + one.spans.map((span) => span.text).join("")).join(""),
      );
      const bare = (words: string) => words.replaceAll(/^#+ |^> |[*`\s]/gm, "");
      assert.equal(bare(read.join("")), bare(text));
    });
