import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    pool: "threads"
  }
})
