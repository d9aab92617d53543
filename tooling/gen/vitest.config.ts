import { join } from "node:path"

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    // Programs of the tests start from source: their types are stripped, and they are compiled, once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
