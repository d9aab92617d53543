import { expect, it } from "vitest"

import { resolve } from "./resolve.ts"

const files = new Set(["packages/core/src/a.ts", "packages/core/src/b/index.ts", "apps/extension/ui/button.tsx"])
const resolver = {
  packages: [
    {
      name: "@inlay/core",
      folder: "packages/core",
      exports: {
        ".": "./src/a.ts",
        "./*": "./src/*.ts",
        "./deep/*": "./src/b/*.ts",
        "./fixtures/*": "./fixtures/*",
        "./internal/*": null
      }
    }
  ],
  exists: (path: string) => files.has(path)
}

it.each([
  ["packages/core/src/x.ts", "./a.ts", "file", "packages/core/src/a.ts"],
  ["packages/core/src/x.ts", "./a", "file", "packages/core/src/a.ts"],
  ["packages/core/src/b/x.ts", "..", "file", "packages/core/src"],
  ["packages/core/src/x.ts", "./b", "file", "packages/core/src/b/index.ts"],
  ["packages/core/src/x.ts", "./style.css?inline", "file", "packages/core/src/style.css"],
  ["apps/hub/src/main.ts", "@inlay/core", "file", "packages/core/src/a.ts"],
  ["apps/hub/src/main.ts", "@inlay/core/a", "file", "packages/core/src/a.ts"],
  ["apps/hub/src/main.ts", "@inlay/core/deep/x", "file", "packages/core/src/b/x.ts"],
  ["apps/hub/src/main.ts", "@inlay/core/fixtures/p/q.json", "file", "packages/core/fixtures/p/q.json"],
  ["apps/hub/src/main.ts", "@inlay/core/internal/x", "nowhere", "@inlay/core/internal/x"],
  ["apps/hub/src/main.ts", "@inlay/other", "outside", "@inlay/other"],
  ["apps/hub/src/main.ts", "effect/Effect", "outside", "effect/Effect"],
  ["apps/hub/src/main.ts", "fs", "outside", "node:fs"],
  ["apps/hub/src/main.ts", "node:fs/promises", "outside", "node:fs/promises"],
  ["apps/extension/entrypoints/popup/main.tsx", "@/ui/button", "file", "apps/extension/ui/button.tsx"],
  ["apps/extension/entrypoints/popup/main.tsx", "~/ui/button.tsx", "file", "apps/extension/ui/button.tsx"],
  ["apps/hub/src/main.ts", "@/ui/button", "outside", "@/ui/button"]
])("in %s, %s leads to a %s %s", (from, specifier, kind, name) => {
  expect(resolve(from, specifier, resolver)).toEqual({ kind, name })
})
