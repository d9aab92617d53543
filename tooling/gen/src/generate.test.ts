import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect, it } from "vitest"

import { generate } from "./generate.ts"
import { checkout } from "./testing/checkout.ts"

const generated = [
  "packages/core-http/src/index.ts",
  "packages/agent-plugin/src/index.ts",
  "apps/extension/features/sections.gen.ts",
  "packages/demo/src/tool-steps/index.gen.ts",
  "packages/demo/src/manifest.gen.ts",
  "packages/demo/src/tool-steps/__snapshots__/demo_find_one.json",
  "packages/demo/src/tool-steps/__snapshots__/demo_list.json",
  "apps/hub/src/input-schemas.gen.ts",
  "apps/hub/src/plugins.gen.ts",
  "apps/hub/package.json",
  "apps/extension/plugins.gen.ts",
  "apps/extension/package.json",
  "apps/sandbox/src/plugins.gen.ts",
  "apps/sandbox/package.json",
  "README.md"
]

it("writes everything from an empty start, and nothing the second time", async () => {
  const { root, read } = await checkout()
  expect(await generate(root, false)).toEqual(generated)
  expect(await read("packages/demo/src/tool-steps/index.gen.ts")).toContain("[findOne, list]")
  expect(await read("README.md")).toContain("`demo_find_one`")
  expect(await generate(root, false)).toEqual([])
  expect(await generate(root, true)).toEqual([])
})

it("finds each of them stale once it is edited, and writes nothing for a check", async () => {
  const { root, read, all } = await checkout()
  await generate(root, false)
  for (const path of generated) {
    const text = await read(path)
    const isCode = path.endsWith(".ts")
    await writeFile(join(root, path), isCode ? `${text}\n// edited\n` : text.replace("demo", "demon"))
    const before = await all()
    expect(await generate(root, true)).toEqual([path])
    expect(await all()).toEqual(before)
    await writeFile(join(root, path), text)
  }
})

it("finds a generated file that was deleted", async () => {
  const { root, all } = await checkout()
  await generate(root, false)
  await rm(join(root, "packages/demo/src/manifest.gen.ts"))
  const before = await all()
  expect(await generate(root, true)).toEqual(["packages/demo/src/manifest.gen.ts"])
  expect(await all()).toEqual(before)
})
