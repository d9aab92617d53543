import { describe, expect, it } from "vitest"

import { tree } from "./testing/tree.ts"
import { camel, loadPlugin, pluginFolders, readPackage, units } from "./workspace.ts"

describe("units", () => {
  it("are the modules of a folder in the order of their names: no tests, benchmarks, types or generated files", async () => {
    const { root } = await tree(
      Object.fromEntries(
        [
          "b.ts",
          "a-c.ts",
          "a.ts",
          "a.test.ts",
          "a.security.test.ts",
          "a.bench.ts",
          "a.d.ts",
          "index.gen.ts",
          "notes.md",
          "deep/er.ts"
        ].map((name) => [`folder/${name}`, ""])
      )
    )
    expect(await units(root, "folder")).toEqual(["a", "a-c", "b"])
  })

  it("are none in a folder that is not there", async () => {
    const { root } = await tree({ "a.ts": "" })
    expect(await units(root, "folder")).toEqual([])
  })
})

it("finds the packages that are plugins, in order", async () => {
  const { root } = await tree({
    "packages/two/src/plugin.ts": "",
    "packages/core/src/index.ts": "",
    "packages/one/src/plugin.ts": "",
    "packages/plugin.ts": ""
  })
  expect(await pluginFolders(root)).toEqual(["packages/one", "packages/two"])
})

it("loads what a plugin package exports as its plugin", async () => {
  const { root } = await tree({ "packages/one/src/plugin.ts": `export const plugin = { id: "one" }` })
  expect(await loadPlugin(root, "packages/one")).toEqual({ id: "one" })
})

it("reads a package's description", async () => {
  const { root } = await tree({ "packages/one/package.json": `{ "name": "@inlay/one", "private": true }` })
  expect(await readPackage(root, "packages/one")).toEqual({ name: "@inlay/one", private: true })
})

it.each([
  ["a", "a"],
  ["create-issue", "createIssue"],
  ["update-project-v2-item", "updateProjectV2Item"],
  ["list-2fa-users", "list2faUsers"]
])("writes %s as %s", (kebab, expected) => {
  expect(camel(kebab)).toBe(expected)
})
