import { join } from "node:path"

import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    // Test programs are started from source: Node strips their types and compiles them only once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
