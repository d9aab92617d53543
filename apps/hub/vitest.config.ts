import { join } from "node:path"

import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Runs the longest test file first: at the end it would run alone. Vitest's order, by file size, puts it last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/runner.security.test.ts")
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

// Integration tests start processes that can be slow on a busy machine. The limits catch hangs and do not measure
// speed.
export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    globalSetup: ["./vitest.bundle.ts", "./src/testing/postgres/broker.ts"],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4,
    // Tests start programs from source, several at a time: with the cache, each source is stripped of types and
    // compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/inlay-tests/sources") },
    exclude: ["**/node_modules/**", "src/**/*.chaos.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000
  }
})
