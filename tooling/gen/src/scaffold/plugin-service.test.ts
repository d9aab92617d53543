import { expect, it } from "vitest"

import { tree } from "../testing/tree.ts"
import { pluginService } from "./plugin-service.ts"

const service = (name: string, style = "leading-slash") =>
  `export class ${name} extends Context.Service<${name}, Client>()("x") {}\nmake({ pathStyle: "${style}" })\n`

it("finds the class that the client's file is named by, and how its endpoints begin", async () => {
  const { root } = await tree({
    "packages/one/src/plugin.ts": "",
    "packages/one/src/client/Budget.ts": "export const Budget = 1",
    "packages/one/src/client/One.ts": service("One"),
    "packages/one/src/client/Other.ts": service("Another"),
    "packages/two/src/plugin.ts": "",
    "packages/two/src/client/Two.ts": service("Two", "no-leading-slash")
  })
  expect(await pluginService(root, "one")).toEqual({
    plugin: "one",
    folder: "packages/one",
    service: "One",
    slash: "/"
  })
  expect(await pluginService(root, "two")).toEqual({ plugin: "two", folder: "packages/two", service: "Two", slash: "" })
})

it("refuses a plugin that is not there, and lists those that are", async () => {
  const { root } = await tree({
    "packages/one/src/plugin.ts": "",
    "packages/two/src/plugin.ts": "",
    "packages/c/x": ""
  })
  await expect(pluginService(root, "../one")).rejects.toThrow('There is no plugin "../one". Plugins: one, two.')
  await expect(pluginService(root, "c")).rejects.toThrow('There is no plugin "c". Plugins: one, two.')
})

it("refuses a plugin without a client service", async () => {
  const { root } = await tree({ "packages/one/src/plugin.ts": "", "packages/one/src/client/a.ts": "" })
  await expect(pluginService(root, "one")).rejects.toThrow("The plugin one has no client service")
  const { root: bare } = await tree({ "packages/one/src/plugin.ts": "" })
  await expect(pluginService(bare, "one")).rejects.toThrow("The plugin one has no client service")
})
