import { configDefaults, defineConfig } from "vitest/config"

// Node takes its language from the environment, and the views theirs from Node. The tests read English.
process.env["LC_ALL"] = "en_US.UTF-8"

const buildTests = ["tests/manifest.test.ts", "tests/size.test.ts"]

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
