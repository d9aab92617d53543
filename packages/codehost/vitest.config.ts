import { defineConfig } from "vitest/config"

// Test files share no state, so they share threads and their modules. There are two, because many tests wait for an answer
// or a pause.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
