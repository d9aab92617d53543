import { defineConfig } from "vite"

/** Builds the console into the folder from which the hub serves it. */
export default defineConfig({
  root: "src/web",
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // All of these support `light-dark()`. For older targets, it would be rewritten into twice as much CSS.
    target: ["chrome123", "firefox140", "safari17.5"],
    modulePreload: false,
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    assetsInlineLimit: 0
  }
})
