/** Builds the client, the boards of all games included, into the folder the server serves. */

import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $client: here("src"), $games: here("../src/tablee/games") },
    // Boards lie outside this folder, and share its one Svelte.
    dedupe: ["svelte"],
  },
  build: {
    outDir: here("../src/tablee/server/web"),
    emptyOutDir: true,
    manifest: true,
    // Inlined files would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What several pages share comes in one file, not in a dozen small ones.
        advancedChunks: { groups: [{ name: "shared", minShareCount: 3 }] },
      },
    },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: process.env.TABLEE_HOUSE ?? "http://127.0.0.1:8420", ws: true } },
  },
});
