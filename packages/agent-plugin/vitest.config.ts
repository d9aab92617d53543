import { defineConfig } from "vitest/config"

// No file of tests keeps anything that another could find, so they share one thread and its modules: others run beside it.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
