import { defineConfig } from "vitest/config"

const memory = "tests/bad-answers-memory.test.ts"

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      // No test file keeps state that another could see, so the files share their modules.
      {
        extends: true,
        test: { name: "unit", include: ["src/**/*.test.ts", "tests/**/*.test.ts"], exclude: [memory], isolate: false }
      },
      // This test measures the memory of its own process. `pnpm test:wide` runs it.
      { extends: true, test: { name: "memory", include: [memory] } }
    ]
  }
})
