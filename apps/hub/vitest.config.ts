import { join } from "node:path"

import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The file that takes longest first: at the end it would run alone. By their sizes, as Vitest goes, it is the last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith("/runner.security.test.ts")
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

// Integration tests start processes, which wait for the whole machine at times; the limit is for hangs, not for speed.
export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    globalSetup: ["./vitest.bundle.ts", "./src/testing/postgres/broker.ts"],
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: 4,
    // Programs of the tests start from source, several at a time: their types are stripped, and they are compiled, once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/inlay-tests/sources") },
    exclude: ["**/node_modules/**", "src/**/*.chaos.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000
  }
})
