import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

import { generate } from "../generate.ts"
import { checkout } from "../testing/checkout.ts"
import { UsageError } from "./kind.ts"
import { kinds, later } from "./kinds/index.ts"
import { help, scaffold } from "./scaffold.ts"

describe("pnpm new tool-step", () => {
  it.each([
    [[], "Say what to make. Kinds: tool-step."],
    [["tool"], 'There is no kind "tool". Kinds: tool-step.'],
    [["trigger", "demo", "new-thing"], "The kind trigger cannot be made by this command yet. Kinds: tool-step."],
    [["tool-step"], "<plugin> and <name> missing. Usage: pnpm new tool-step <plugin> <name>"],
    [["tool-step", "demo"], "<name> missing. Usage: pnpm new tool-step <plugin> <name>"],
    [["tool-step", "demo", "a", "b", "c"], 'Too many arguments: "b", "c".'],
    [["tool-step", "demos", "a"], 'There is no plugin "demos". Plugins: demo.'],
    [["tool-step", "demo", "A"], 'The name "A" is not kebab-case, such as create-issue. Did you mean a?'],
    [["tool-step", "demo", "list"], "Already there: packages/demo/src/tool-steps/list.ts. Nothing was written."]
  ])("refuses %j and writes nothing", async (args, message) => {
    const { root, all } = await checkout()
    const before = await all()
    const error: unknown = await scaffold(root, args).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toHaveProperty("message", expect.stringContaining(message))
    expect(await all()).toEqual(before)
  })

  it("refuses where only the test is there", async () => {
    const { root } = await checkout()
    await writeFile(join(root, "packages/demo/src/tool-steps/more.test.ts"), "")
    await expect(scaffold(root, ["tool-step", "demo", "more"])).rejects.toThrow(
      "Already there: packages/demo/src/tool-steps/more.test.ts. Nothing was written."
    )
  })

  it("says what was written where the generators then fail", async () => {
    const { root, read } = await checkout()
    await writeFile(join(root, "packages/demo/src/plugin.ts"), `throw new Error("broken plugin")`)
    await expect(scaffold(root, ["tool-step", "demo", "more"])).rejects.toThrow(
      /more\.ts, .*more\.test\.ts written, but the generators failed/
    )
    expect(await read("packages/demo/src/tool-steps/more.ts")).toContain("demo_more")
    await expect(generate(root, true)).rejects.toThrow("broken plugin")
  })
})

it("names every kind and its usage in its help, and those that it does not make yet", () => {
  for (const kind of kinds) expect(help()).toContain(`pnpm new ${kind.name} <`)
  for (const name of later) expect(help()).toContain(name)
  expect(kinds.map(({ name }) => name).filter((name) => later.includes(name))).toEqual([])
})
