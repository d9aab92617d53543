import { defineConfig } from "vitest/config"

// Starting a browser can be slow on a busy machine. The limits catch hangs; they do not measure speed.
export default defineConfig({ test: { include: ["src/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 600_000 } })
