import { readFileSync } from "node:fs"

import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Node takes its language from the environment, and the views theirs from Node. The tests read English.
process.env["LC_ALL"] = "en_US.UTF-8"

const buildTests = ["tests/manifest.test.ts", "tests/size.test.ts"]

const needsDocument = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, "utf8").startsWith("// @vitest-environment happy-dom")

/**
 * Runs the tests that need a document last. Vitest ends a worker, with all the modules it has loaded, where the next test
 * file wants another environment.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const views = new Set(sorted.filter(needsDocument))
    return [...sorted.filter((file) => !views.has(file)), ...views]
  }
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: ByEnvironment },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          exclude: [...configDefaults.exclude, ".output/**", ...buildTests],
          // Node has no IndexedDB.
          setupFiles: ["fake-indexeddb/auto", "tests/view-timeout.ts"]
        }
      },
      // Tests of the built extension, which is built first if it is missing or older than its sources.
      { extends: true, test: { name: "built", include: buildTests, globalSetup: "tests/build.ts" } }
    ]
  }
})
