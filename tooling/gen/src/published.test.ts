import { expect, it } from "vitest"

import { published, publishedPackages } from "./published.ts"
import { tree } from "./testing/tree.ts"

const exports = {
  ".": "./src/index.ts",
  "./schema/*": "./src/schema/*.ts",
  "./fixtures/*": "./fixtures/*",
  "./sandbox": "./sandbox/index.ts",
  "./internal/*": null
}

it("gives each exported module its build and its types, wildcards included, and leaves the rest", () => {
  expect(published({ name: "@inlay/demo", exports })["publishConfig"]).toEqual({
    access: "public",
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./schema/*": { types: "./dist/schema/*.d.ts", default: "./dist/schema/*.js" },
      "./fixtures/*": "./fixtures/*",
      "./sandbox": { types: "./dist/sandbox/index.d.ts", default: "./dist/sandbox/index.js" },
      "./internal/*": null
    }
  })
})

it("gives each condition of an export its own build", () => {
  const platform = { node: "./src/node.ts", default: "./src/fetch.ts" }
  expect(published({ exports: { "./platform": platform } })["publishConfig"]).toMatchObject({
    exports: {
      "./platform": {
        node: { types: "./dist/node.d.ts", default: "./dist/node.js" },
        default: { types: "./dist/fetch.d.ts", default: "./dist/fetch.js" }
      }
    }
  })
})

it("gives a program its bundle", () => {
  const { publishConfig } = published({ name: "@inlay/hub", bin: { inlay: "./src/main.ts" } })
  expect(publishConfig).toEqual({ access: "public", bin: { inlay: "./dist/main.js" } })
})

it("says types first: TypeScript takes the first condition that fits", () => {
  const { publishConfig } = published({ exports: { ".": "./src/index.ts" } })
  expect(JSON.stringify(publishConfig)).toContain(`{"types":`)
})

it("corrects what was edited by hand, and leaves what is private or exports nothing", () => {
  const stale = published({ exports, publishConfig: { exports: { ".": "./dist/old.js" } } })
  expect(stale).toEqual(published({ exports }))
  for (const left of [{ private: true, exports }, { name: "@inlay/demo" }]) expect(published(left)).toBe(left)
})

it("walks every package", async () => {
  const { root } = await tree({
    "packages/one/package.json": JSON.stringify({ name: "one", exports: { ".": "./src/a.ts" } }),
    "packages/two/src/a.ts": ""
  })
  const outputs = await publishedPackages(root)
  expect(outputs.map(({ path }) => path)).toEqual(["packages/one/package.json"])
  expect(outputs[0]?.text).toContain("./dist/a.js")
})
