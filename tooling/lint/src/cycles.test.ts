import { expect, it } from "vitest"

import { findCycles } from "./cycles.ts"
import { graphOf } from "./graph.ts"

const packages = [{ name: "@inlay/b", folder: "packages/b", exports: { ".": "./src/b.ts" } }]
const cyclesOf = (sources: Readonly<Record<string, string>>) =>
  findCycles(graphOf({ packages, sources: new Map(Object.entries(sources)) }))

it.each([
  {
    why: "none",
    sources: { "a.ts": 'import "./b.ts"; import "./c.ts"', "b.ts": 'import "./c.ts"', "c.ts": "" },
    found: []
  },
  { why: "itself", sources: { "a.ts": 'import "./a.ts"' }, found: [["a.ts"]] },
  { why: "two", sources: { "a.ts": 'import "./b.ts"', "b.ts": 'export * from "./a.ts"' }, found: [["a.ts", "b.ts"]] },
  {
    why: "three, and one that only looks on",
    sources: {
      "z.ts": 'import "./a.ts"',
      "a.ts": 'import "./b"',
      "b.tsx": 'import("./c.ts")',
      "c.ts": 'import "./a.ts"'
    },
    found: [["a.ts", "b.tsx", "c.ts"]]
  },
  {
    why: "two packages by name",
    sources: { "packages/a/src/a.ts": 'import "@inlay/b"', "packages/b/src/b.ts": 'import "../../a/src/a.ts"' },
    found: [["packages/a/src/a.ts", "packages/b/src/b.ts"]]
  },
  {
    why: "two apart",
    sources: {
      "a.ts": 'import "./b.ts"',
      "b.ts": 'import "./a.ts"',
      "c.ts": 'import "./d.ts"',
      "d.ts": 'import "./c.ts"'
    },
    found: [
      ["a.ts", "b.ts"],
      ["c.ts", "d.ts"]
    ]
  },
  {
    why: "types alone",
    sources: { "a.ts": 'import type { B } from "./b.ts"', "b.ts": 'import { a } from "./a.ts"' },
    found: [["a.ts", "b.ts"]]
  },
  {
    why: "the shortest of several",
    sources: { "a.ts": 'import "./b.ts"; import "./c.ts"', "b.ts": 'import "./c.ts"', "c.ts": 'import "./a.ts"' },
    found: [["a.ts", "c.ts"]]
  }
])("$why", ({ found, sources }) => {
  expect(cyclesOf(sources)).toEqual(found)
})

it("follows a chain of imports that is deeper than the call stack", { timeout: 60_000 }, () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => [`${index}.ts`, `import "./${index + 1}.ts"`] as const)
  expect(cyclesOf(Object.fromEntries(chain))).toEqual([])
})
