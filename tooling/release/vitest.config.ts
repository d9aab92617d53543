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
          // Programs of the tests start from source: their types are stripped, and they are compiled, once.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
          ...shared
        }
      },
      {
        // The promise clients' own suites, over the modules that the published ones are bundled with.
        plugins: [{ ...standIns(false), enforce: "pre" }],
        test: {
          name: "promise clients",
          root: join(import.meta.dirname, "../../packages"),
          // Else Effect's modules import each other by themselves.
          server: { deps: { inline: [/[\\/]node_modules[\\/]effect[\\/]/] } },
          include: ["{analytics,codehost,salesdata}/src/promise.test.ts", "core-http/src/promise/*.test.ts"],
          ...shared
        }
      }
    ]
  }
})
