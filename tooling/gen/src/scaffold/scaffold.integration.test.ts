/**
 * Makes a step and a trigger of every plugin with the command in a copy of the checkout, and checks them there like all
 * other code: generators, lint, format, import edges, types, the new tests and the plugin's own suites. Nothing is
 * edited by hand.
 */
import { readFile, rm } from "node:fs/promises"
import { basename, join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { write } from "../outputs.ts"
import { loadPlugin, pluginFolders } from "../workspace.ts"
import { copyCheckout, type Copy } from "./checkout-copy.ts"
import { toolStep } from "./kinds/tool-step.ts"
import { operationsOf } from "./operations.ts"

/** The longest possible name, so that every line breaks that can. */
const LONG = "list-everything-that-there-is-about-a-company"

/**
 * Parts of the paths of the tests that iterate over a plugin's steps or triggers. The tests that iterate over the
 * examples of the code host's sandbox are left out, because a new step has none there.
 */
const suites = ["src/plugin", "tests/sizes", "tests/step-errors", "tests/trigger-examples", "tests/contract/messages"]

const root = join(import.meta.dirname, "../../../..")
const folders = await pluginFolders(root)

let copy: Copy
const messages: Array<string> = []
const writtenPaths = (texts: ReadonlyArray<string> = messages) =>
  texts.flatMap((text) => [...text.matchAll(/^wrote (.*)$/gm)].map(([, path]) => path ?? ""))
const handWritten = (texts?: ReadonlyArray<string>) =>
  writtenPaths(texts).filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"))

beforeAll(async () => {
  copy = await copyCheckout()
  for (const plugin of folders.map((folder) => basename(folder))) {
    for (const kind of ["tool-step", "trigger"]) {
      messages.push(await copy.run(".", "node", "tooling/gen/src/scaffold/main.ts", kind, plugin, LONG))
    }
  }
}, 120_000)
afterAll(() => copy.remove())

it("prints what was written and what to do next", () => {
  for (const message of messages) expect(message).toMatch(/\nNext:\n( {2}\S.*\n)+$/)
})

it.each(folders)("a step of %s has one file and its test to edit", (folder) => {
  const path = `${folder}/src/tool-steps/${LONG}`
  const step = messages.filter((text) => text.includes(`wrote ${path}.ts\n`))
  expect(handWritten(step)).toEqual([`${path}.ts`, `${path}.test.ts`])
})

it("leaves no placeholder of a template", async () => {
  for (const path of writtenPaths().filter((one) => one.includes(LONG))) {
    const text = await readFile(join(copy.root, path), "utf8")
    expect(path + text).not.toMatch(/starter|new[-_ ]?(step|event)|todo|fixme|lorem/i)
  }
})

describe("every check passes", { timeout: 120_000 }, () => {
  it("gen --check, format, lint, import edges", async () => {
    expect(await copy.run(".", "node", "tooling/gen/src/main.ts", "--check")).toContain("up to date")
    expect(await copy.run(".", "oxfmt", "--check", ...handWritten())).toContain("correct format")
    expect(await copy.run(".", "oxlint", ...handWritten())).toContain("0 warnings and 0 errors")
    expect(await copy.run("tooling/lint", "node", "src/main.ts")).toContain("0 violations; 0 cycles")
  })

  it.each(folders)("tests of %s", async (folder) => {
    const testRun = await copy.run(folder, "vitest", "run", LONG, ...suites)
    expect(testRun).toMatch(/Test Files\s+\d+ passed \(\d+\)/)
  })

  it.each(folders)("types of %s, also of a step over any operation of its client", async (folder) => {
    const all = await operationsOf(join(root, folder), await loadPlugin(root, folder))
    const plans = all.map(({ operation }, at) =>
      toolStep.plan(root, { plugin: basename(folder), name: `step-${at}`, operation: operation.name })
    )
    const files = (await Promise.all(plans)).flatMap((plan) => plan.files)
    await write(copy.root, files)
    expect(await copy.run(folder, "tsc", "--incremental", "false", "--checkers", "1")).toBe("")
    for (const { path } of files) await rm(join(copy.root, path))
  })
})
