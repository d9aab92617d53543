/**
 * Makes a step and a trigger with the command in a copy of the checkout, for one plugin (for every plugin in `pnpm
 * test:full`, with `INLAY_PLUGINS=all`), and checks them there like all other code: generators, lint, format, import
 * edges, types, the new tests and the plugin's own suites.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { copyCheckout, type Copy } from "../testing/copy.ts"

/** The longest possible name, so that every line breaks that can. */
const LONG = "list-everything-that-there-is-about-a-company"

/**
 * The suites that iterate over the plugin's own list of steps and triggers. The contract test is left out: it iterates
 * over the sandbox's list, which the new units are not in.
 */
const suites: Readonly<Record<string, ReadonlyArray<string>>> = {
  codehost: ["src/plugin.test.ts", "tests/examples.test.ts"],
  salesdata: ["src/plugin.test.ts"]
}
const plugins = process.env["INLAY_PLUGINS"] === "all" ? Object.keys(suites) : ["salesdata"]

let copy: Copy
const messages: Array<string> = []
const writtenPaths = () =>
  messages.flatMap((text) => [...text.matchAll(/^wrote (.*)$/gm)].map(([, path]) => path ?? ""))
const handWritten = () => writtenPaths().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"))

beforeAll(async () => {
  copy = await copyCheckout()
  for (const args of plugins.flatMap((plugin) => [
    ["tool-step", plugin, LONG],
    ["trigger", plugin, LONG]
  ])) {
    messages.push(await copy.run(".", "node", "tooling/gen/src/scaffold/main.ts", ...args))
  }
}, 120_000)
afterAll(() => copy.remove())

it("prints what was written and what to do next; a step has one file and its test to edit", () => {
  const [step = ""] = messages
  expect(step).toMatch(/\nNext:\n( {2}\S.*\n)+$/)
  expect(handWritten().filter((path) => path.includes("salesdata/src/tool-steps"))).toEqual([
    `packages/salesdata/src/tool-steps/${LONG}.ts`,
    `packages/salesdata/src/tool-steps/${LONG}.test.ts`
  ])
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

  it.each(plugins)("types and tests of %s", async (plugin) => {
    const folder = `packages/${plugin}`
    expect(await copy.run(folder, "tsc", "--incremental", "false", "--checkers", "1")).toBe("")
    const testRun = await copy.run(folder, "vitest", "run", LONG, ...(suites[plugin] ?? []))
    expect(testRun).toMatch(/Test Files\s+\d+ passed \(\d+\)/)
  })
})
