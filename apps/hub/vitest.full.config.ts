import { defineConfig } from "vitest/config"

// The long runs of `pnpm test:full`. The limits catch hangs and do not measure speed.
export default defineConfig({
  test: {
    include: ["src/**/*.chaos.test.ts"],
    globalSetup: ["./src/testing/bundle.ts", "./src/testing/postgres/broker.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000
  }
})
