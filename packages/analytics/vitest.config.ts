import { defineConfig } from "vitest/config"

// No file of tests keeps anything that another could find, so they share their modules: that halves the time.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
