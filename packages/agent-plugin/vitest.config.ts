import { defineConfig } from "vitest/config"

// Test files share no state, so they share one thread and its modules. Other packages' tests run at the same time.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } }
  }
})
