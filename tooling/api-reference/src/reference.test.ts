import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { readPackage } from "@inlay/release/workspace"
import { expect, it, onTestFinished } from "vitest"

import { house, reference } from "./reference.ts"

/** A package of these files, with its problems. */
const problemsOf = async (files: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-reference-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const manifest = {
    name: "@inlay/demo",
    exports: { ".": "./src/index.ts", "./tool-steps/*": "./src/tool-steps/*.ts" }
  }
  const tsconfig = { compilerOptions: { module: "nodenext", types: [], strict: true }, include: ["src"] }
  const all = { "package.json": JSON.stringify(manifest), "tsconfig.json": JSON.stringify(tsconfig), ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return (await reference([readPackage(folder)], join(folder, "tsconfig.json"))).problems
}

it("finds what says nothing of itself, and links that lead nowhere", async () => {
  const problems = await problemsOf({
    "src/index.ts": `
/** Said, and more in {@link Elsewhere}. */
export const said = 1
export const unsaid = 2
/** A schema. */
export const Twin = 3
export type Twin = 3
`
  })
  expect(problems).toHaveLength(2)
  expect(problems.join("\n")).toMatch(/unsaid \(Variable\)/)
  expect(problems.join("\n")).toMatch(/Elsewhere/)
})

it("takes a step's description for its documentation", async () => {
  const problems = await problemsOf({
    "src/index.ts": "export {}\n",
    "src/tool-steps/find.ts": `export const find = { description: "Finds." }\nexport const other = 1\n`
  })
  expect(problems).toEqual([expect.stringMatching(/other \(Variable\)/)])
})

it("reads every public library, and finds nothing wrong", async () => {
  const { project, problems } = await house()
  expect(problems).toEqual([])
  const names = project.children?.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["@inlay/core-http", "@inlay/salesdata/tool-steps/people-search"]))
}, 120_000)
