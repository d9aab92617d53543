import { describe, expect, it } from "vitest"

import { importsOf } from "./imports.ts"

const loads = (specifier: string) => ({ specifier, line: 1, typeOnly: false })
const erased = (specifier: string) => ({ specifier, line: 1, typeOnly: true })

describe("one import", () => {
  it.each([
    ['import a from "x"', loads("x")],
    ['import "x"', loads("x")],
    ['import * as a from "x"', loads("x")],
    ["import { a } from 'x'", loads("x")],
    ['import a, { type B } from "x"', loads("x")],
    ['import type { A } from "x"', erased("x")],
    ['import type A from "x"', erased("x")],
    ['import type * as A from "x"', erased("x")],
    ['import { type A } from "x"', loads("x")],
    ['import type from "x"', loads("x")],
    ['import type, { a } from "x"', loads("x")],
    ['import data from "x" with { type: "json" }', loads("x")],
    ['export { a } from "x"', loads("x")],
    ['export * from "x"', loads("x")],
    ['export * as a from "x"', loads("x")],
    ['export type { A } from "x"', erased("x")],
    ['export type * from "x"', erased("x")],
    ['export { type A } from "x"', loads("x")],
    ['const a = await import("x")', loads("x")],
    ["const a = () => import(`x`)", loads("x")],
    ['type A = import("x").B', erased("x")],
    ['let a: typeof import("x")', erased("x")]
  ])("%s", (source, expected) => {
    expect(importsOf("a.ts", source)).toEqual([expected])
  })
})

describe("not an import", () => {
  it.each([
    '// import a from "x"',
    '/* import "x" */',
    'const text = `import a from "x"`',
    "const text = 'import(\"x\")'",
    "const a = (name: string) => import(name)",
    "const a = (name: string) => import(`./${name}.ts`)",
    "const url = import.meta.url",
    'export const from = "x"',
    'const re = /import "x"/'
  ])("%s", (source) => {
    expect(importsOf("a.ts", source)).toEqual([])
  })
})

it("reads TSX", () => {
  const source = 'import { a } from "x"\nexport const view = <p>import "y"</p>\n'
  expect(importsOf("a.tsx", source)).toEqual([loads("x")])
})

it("says the line, in the order of the file", () => {
  const source = 'import a from "x"\n\nconst b = import("y")\n/* two\nlines */\nexport * from "z"\n'
  expect(importsOf("a.ts", source).map(({ line, specifier }) => [specifier, line])).toEqual([
    ["x", 1],
    ["y", 3],
    ["z", 6]
  ])
})

it("names the file that does not parse", () => {
  expect(() => importsOf("a.ts", "import {")).toThrow("a.ts does not parse")
})
