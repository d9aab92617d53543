import { join } from "node:path"

import { defineConfig } from "vitest/config"

import { standIns } from "./src/build/stand-ins/index.ts"

const shared = { isolate: false, testTimeout: 30_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts"],
          // Test programs are started from source: Node strips their types and compiles them only once.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
          ...shared
        }
      },
      {
        // The promise clients' own suites, run on the modules that the published clients are bundled with.
        plugins: [{ ...standIns(false), enforce: "pre" }],
        test: {
          name: "promise clients",
          root: join(import.meta.dirname, "../../packages"),
          // Otherwise Effect's modules would import each other directly, without the stand-ins.
          server: { deps: { inline: [/[\\/]node_modules[\\/]effect[\\/]/] } },
          include: ["{analytics,codehost,salesdata}/src/promise.test.ts", "core-http/src/promise/*.test.ts"],
          ...shared
        }
      }
    ]
  }
})
