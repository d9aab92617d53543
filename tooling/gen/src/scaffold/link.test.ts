import { readlink, realpath } from "node:fs/promises"
import { join } from "node:path"

import { expect, it } from "vitest"

import { tree } from "../testing/tree.ts"
import { linkLike } from "./link.ts"

it("links what the neighbour has of the package's dependencies, by relative paths", async () => {
  const { root } = await tree({
    "packages/old/node_modules/effect/package.json": "{}",
    "packages/old/node_modules/@scope/one/package.json": "{}",
    "packages/old/node_modules/other/package.json": "{}",
    "packages/new/package.json": `{ "dependencies": { "@scope/one": "1" }, "devDependencies": { "effect": "1", "absent": "1" } }`
  })
  await linkLike(root, "packages/new", "packages/old")
  const installed = (name: string) => realpath(join(root, "packages/new/node_modules", name))
  expect(await installed("effect")).toBe(await realpath(join(root, "packages/old/node_modules/effect")))
  expect(await readlink(join(root, "packages/new/node_modules/@scope/one"))).toMatch(/^\.\.\/.*old.*one$/)
  await expect(installed("absent")).rejects.toThrow("ENOENT")
  await expect(installed("other")).rejects.toThrow("ENOENT")
})
