import { defineConfig } from "vitest/config"

const memory = "tests/bad-answers-memory.test.ts"

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      // No file keeps anything that another could find, so they share their modules.
      {
        extends: true,
        test: { name: "unit", include: ["src/**/*.test.ts", "tests/**/*.test.ts"], exclude: [memory], isolate: false }
      },
      // It measures what its own process holds.
      { extends: true, test: { name: "memory", include: [memory] } }
    ]
  }
})
