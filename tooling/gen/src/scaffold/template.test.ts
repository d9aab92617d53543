import { fileURLToPath } from "node:url"

import { expect, it } from "vitest"

import { readPackage } from "../workspace.ts"
import { exchange, fromTemplate } from "./template.ts"

it("exchanges every word once, of two that begin alike the longer", () => {
  const words = { starter: "Starter", Starter: "CodeHost", "Starter title": "Code host", "new-step": "starter" }
  expect(exchange("starter Starter Starter title new-step", words)).toBe("Starter CodeHost Code host starter")
})

it("exchanges them in paths too, and drops the ending that hides a file from the tools", async () => {
  const files = await fromTemplate("plugin", "packages/x", { starter: "x", Starter: "Exx" })
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(["packages/x/package.json", "packages/x/src/client/Exx.ts", "packages/x/src/plugin.ts"])
  )
  expect(paths.filter((path) => /starter|\.template$/i.test(path))).toEqual([])
})

it("packs and builds a new plugin as the plugins that are there", async () => {
  const files = await fromTemplate("plugin", "packages/x", { starter: "x" })
  const { text = "" } = files.find(({ path }) => path === "packages/x/package.json") ?? {}
  const model = await readPackage(fileURLToPath(new URL("../../../..", import.meta.url)), "packages/salesdata")
  for (const part of ["type", "sideEffects", "engines", "files", "scripts", "peerDependencies"]) {
    expect([part, JSON.parse(text)[part]]).toEqual([part, model[part]])
  }
})
