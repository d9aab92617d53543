/**
 * One of each kind made by the command in a copy of the checkout, and judged there by the tools that judge everything
 * else: generators, lint, format, import edges, unused code, types, and the tests of what was made.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { copyCheckout, type Copy } from "../testing/copy.ts"

/** The longest name that there can be, so that every line breaks where it may. */
const LONG = "list-everything-that-there-is-about-a-company"
const PLUGIN = "packages/weatherstation"
const SALES = "packages/salesdata"
const FEATURE = "apps/extension/features/page-notes"

const commands = [
  ["plugin", "weather-station"],
  ["tool-step", "weatherstation", "list-stations"],
  ["trigger", "weatherstation", "new-storm"],
  ["tool-step", "salesdata", LONG],
  ["trigger", "salesdata", LONG],
  ["feature", "page-notes"]
]

let copy: Copy
const said: Array<string> = []
const written = () => said.flatMap((text) => [...text.matchAll(/^wrote (.*)$/gm)].map(([, path]) => path ?? ""))
const handWritten = () => written().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".gen.ts"))

let unusedBefore: ReadonlyArray<string>
/** What nobody uses, without its line: a package.json grows. */
const unused = async () => {
  const found = await copy.run(".", "knip", "--no-exit-code")
  return found.split("\n").map((line) => line.replace(/:\d+:\d+/, "").replace(/\s+/g, " "))
}

beforeAll(async () => {
  copy = await copyCheckout()
  unusedBefore = await unused()
  for (const args of commands) said.push(await copy.run(".", "node", "tooling/gen/src/scaffold/main.ts", ...args))
  // As an install would, now that the apps depend on the new package.
  for (const app of ["hub", "sandbox"]) {
    await copy.link(`apps/${app}`, "@inlay/weatherstation", PLUGIN)
  }
}, 60_000)
afterAll(() => copy.remove())

describe("what was made", () => {
  it("is said, with what to do next", () => {
    const snake = LONG.replaceAll("-", "_")
    expect(written()).toEqual(
      expect.arrayContaining([
        `${SALES}/src/tool-steps/${LONG}.ts`,
        `${SALES}/src/tool-steps/${LONG}.test.ts`,
        `${SALES}/src/tool-steps/__snapshots__/salesdata_${snake}.json`,
        `${SALES}/src/triggers/${LONG}.ts`,
        `${SALES}/src/triggers/${LONG}.test.ts`,
        `${SALES}/src/triggers/index.gen.ts`,
        `${SALES}/src/plugin.ts`,
        `${SALES}/package.json`,
        `${SALES}/README.md`,
        `${SALES}/fixtures/events/${LONG}.json`,
        `${PLUGIN}/package.json`,
        `${PLUGIN}/src/client/WeatherStation.ts`,
        `${PLUGIN}/src/manifest.gen.ts`,
        "apps/hub/src/plugins.gen.ts",
        `${FEATURE}/feature.ts`,
        `${FEATURE}/view.tsx`,
        `${FEATURE}/feature.test.tsx`,
        "apps/extension/locales/en/page-notes.ts",
        "apps/extension/features/sections.gen.ts"
      ])
    )
    for (const text of said) expect(text).toMatch(/\nNext:\n( {2}\S.*\n)+$/)
  })

  it("holds no word of its template and no stand-in", async () => {
    for (const path of written().filter((one) => !one.startsWith("apps/") || one.startsWith(FEATURE))) {
      const text = await readFile(join(copy.root, path), "utf8")
      expect(path + text).not.toMatch(/starter|new[-_ ]?(step|event|feature)|todo|fixme|stub|lorem/i)
    }
  })

  it("is listed where it belongs", async () => {
    const read = (path: string) => readFile(join(copy.root, path), "utf8")
    expect(await read(`${SALES}/README.md`)).toMatch(/gen:triggers -->\n\n.*\n.*\n\| List Everything .* \| webhook \|/)
    expect(await read(`${SALES}/src/manifest.gen.ts`)).toContain(`"id": "salesdata_${LONG.replaceAll("-", "_")}"`)
    expect(await read("apps/extension/features/sections.gen.ts")).toContain("{ pageNotes }")
    const tools = await copy.run(".", "node", "apps/hub/src/main.ts", "tools", "weatherstation", "--json")
    expect(JSON.parse(tools)).toMatchObject([
      { id: "weatherstation_api_call", plugin: "weatherstation" },
      { id: "weatherstation_get_item" },
      { id: "weatherstation_list_stations" }
    ])
  })
})

describe("every check passes", { timeout: 60_000 }, () => {
  it("gen --check", async () => {
    expect(await copy.run(".", "node", "tooling/gen/src/main.ts", "--check")).toContain("up to date")
  })

  it("format", async () => {
    expect(await copy.run(".", "oxfmt", "--check", ...handWritten())).toContain("correct format")
  })

  it("lint", async () => {
    expect(await copy.run(".", "oxlint", "--type-aware", ...handWritten())).toContain("0 warnings and 0 errors")
  })

  it("import edges", async () => {
    expect(await copy.run("tooling/lint", "node", "src/main.ts")).toContain("0 violations; 0 cycles")
  })

  it("unused code: none more than before", async () => {
    expect(await unused()).toEqual(unusedBefore)
  })

  it.each([PLUGIN, SALES, "apps/hub", "apps/sandbox", "apps/extension"])("types of %s", async (folder) => {
    expect(await copy.run(folder, "tsc", "--incremental", "false")).toBe("")
  })

  it.each([
    [PLUGIN, []],
    [SALES, [LONG, "src/plugin.test.ts"]],
    ["apps/sandbox", ["src/index.test.ts"]],
    ["apps/extension", ["--project", "unit", "features/page-notes", "locales/en.test.ts"]]
  ])("tests of %s %j", async (folder, only) => {
    const tested = await copy.run(folder, "vitest", "run", ...only)
    expect(tested).toMatch(/Test Files\s+\d+ passed \(\d+\)/)
  })
})
