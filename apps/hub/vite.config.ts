import { defineConfig } from "vite"

/** The console, into the folder from which the hub serves it. */
export default defineConfig({
  root: "src/web",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // Both have `light-dark()`: older targets would have it rewritten into twice the CSS.
    target: ["chrome123", "firefox140", "safari17.5"],
    modulePreload: false,
    license: { fileName: "THIRD-PARTY-NOTICES.md" },
    assetsInlineLimit: 0
  }
})
