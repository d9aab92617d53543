import { defineConfig } from "vitest/config"

// Test files share no state, so they use one thread and its modules, while other suites run in parallel.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    isolate: false,
    pool: "threads",
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } }
  }
})
