import { defineConfig } from "vitest/config"

// A browser start waits for the whole machine at times; the limit is for hangs, not for speed.
export default defineConfig({ test: { include: ["src/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 600_000 } })
