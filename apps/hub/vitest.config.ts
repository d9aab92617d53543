import { defineConfig } from "vitest/config"

// Integration tests start processes, which wait for the whole machine at times; the limit is for hangs, not for speed.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "src/**/*.chaos.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
