import type { Plugin } from "vite"
import { expect, it } from "vitest"

import { checkFolder, literalPaths } from "./literal-paths.ts"

it.each(["/home/mia/inlay", "/home/mia/inlay (1)", "/home/mia/a+b/[new] $inlay", String.raw`C:/Users/mia/{a}^b.c|d?`])(
  "an entrypoint in %s is met, and no other file",
  (root) => {
    const path = `${root}/entrypoints/background.ts`
    // As WXT makes it.
    const transform = { filter: { id: new RegExp(`^${path}$`) }, handler: () => undefined }
    const plugins: ReadonlyArray<Plugin> = [{ name: "wxt:remove-entrypoint-main-function", transform }]
    const { configResolved } = literalPaths
    if (typeof configResolved !== "function") throw new Error("not a function")
    Reflect.apply(configResolved, undefined, [{ root, plugins }])
    expect(transform.filter.id.test(path)).toBe(true)
    expect(transform.filter.id.test(`${path}x`)).toBe(false)
  }
)

it("a folder in which WXT cannot build is named before it tries, with what to do", () => {
  for (const folder of ["/home/mia/inlay", "/home/mia/inlay (1)", "/home/mia/a+b"]) checkFolder(folder)
  expect(() => checkFolder("/home/mia/c++/inlay")).toThrow(
    "WXT cannot build in /home/mia/c++/inlay: move the checkout to a folder whose path has no ++ and no unpaired ( or ["
  )
})
