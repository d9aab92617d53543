import { expect, it } from "vitest"

import { publicPackages, sources } from "./workspace.ts"

type Exports = string | null | { readonly [key: string]: Exports }

const pathsIn = (value: Exports): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(pathsIn)

it("every module that a library exports is built, for every platform", () => {
  const exported = publicPackages()
    .filter(({ manifest }) => manifest.bin === undefined)
    .flatMap((pkg) => {
      const { publishConfig } = pkg.manifest as unknown as { readonly publishConfig: { readonly exports: Exports } }
      const built = [...sources(pkg)].map((source) => source.replace(/^\.\/(src\/)?/, "./dist/").replace(/ts$/, "js"))
      // The promise client for Node is a bundle of its own, and `*` stands for modules that exist.
      return pathsIn(publishConfig.exports)
        .filter((path) => /^(?!.*(\*|\.node\.js)).*\.js$/.test(path))
        .map((path) => [path, built.includes(path)] as const)
    })
  expect(exported.map(([path]) => path)).toEqual(expect.arrayContaining(["./dist/file.js", "./dist/no-file.js"]))
  expect(exported.filter(([, isBuilt]) => !isBuilt)).toEqual([])
})
