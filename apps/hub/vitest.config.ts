import { join } from "node:path"

import { defineConfig } from "vitest/config"

// Integration tests start processes, which wait for the whole machine at times; the limit is for hangs, not for speed.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: ["./vitest.bundle.ts", "./src/testing/postgres/broker.ts"],
    isolate: false,
    maxWorkers: 4,
    // Programs of the tests start from source, several at a time: their types are stripped, and they are compiled, once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/inlay-tests/sources") },
    exclude: ["**/node_modules/**", "src/**/*.chaos.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000
  }
})
