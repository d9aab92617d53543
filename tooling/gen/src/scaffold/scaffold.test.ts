import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

import { generate } from "../generate.ts"
import { write } from "../outputs.ts"
import { checkout } from "../testing/checkout.ts"
import { UsageError } from "./kind.ts"
import { kinds } from "./kinds/index.ts"
import { help, scaffold } from "./scaffold.ts"

const everyKind = "Kinds: tool-step, trigger, plugin, feature."

describe("pnpm new", () => {
  it.each([
    [["tool"], `There is no kind "tool". ${everyKind}`],
    [["tool-step"], "<plugin> and <name> missing. Usage: pnpm new tool-step <plugin> <name>"],
    [["tool-step", "demo"], "<name> missing. Usage: pnpm new tool-step <plugin> <name>"],
    [["tool-step", "demo", "a", "b", "c"], 'Too many arguments: "b", "c".'],
    [["tool-step", "demos", "a"], 'There is no plugin "demos". Plugins: demo.'],
    [["tool-step", "demo", "A"], 'The name "A" is not kebab-case, such as create-issue. Did you mean a?'],
    [["tool-step", "demo", "list"], "Already there: packages/demo/src/tool-steps/list.ts. Nothing was written."],
    [["trigger", "demos", "a"], 'There is no plugin "demos". Plugins: demo.'],
    [["trigger", "demo", "newIssue"], "Did you mean new-issue?"],
    [["trigger", "demo", "new-issue"], "packages/demo/package.json cannot be given triggers"],
    [["plugin"], "<name> missing. Usage: pnpm new plugin <name>"],
    [["plugin", "Code Host"], "Did you mean code-host?"],
    [["plugin", "de-mo"], "Already there: packages/demo. Nothing was written."],
    [["plugin", "hub"], "Already there: apps/hub. Nothing was written."],
    [["plugin", "de-fault"], "The name default is taken."],
    [["feature", "page_notes"], "Did you mean page-notes?"],
    [["feature", "sections"], "The name sections is taken."],
    [["feature", "there"], "Already there: apps/extension/locales/en/there.ts. Nothing was written."]
  ])("refuses %j and writes nothing", async (args, message) => {
    const { root, all } = await checkout()
    await write(root, [{ path: "apps/extension/locales/en/there.ts", text: "" }])
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
      /more\.test\.ts, .*more\.ts written, but the generators failed/
    )
    expect(await read("packages/demo/src/tool-steps/more.ts")).toContain("demo_more")
    await expect(generate(root, true)).rejects.toThrow("broken plugin")
  })
})

describe("pnpm new trigger", () => {
  /** A plugin without triggers, in the usual form; it cannot be loaded, so that the generators fail at its end. */
  const openable = async () => {
    const made = await checkout()
    await write(made.root, [
      {
        path: "packages/demo/package.json",
        text: `{ "name": "@inlay/demo", "exports": { "./tool-steps/*": "x", "./z": "z" } }`
      },
      { path: "packages/demo/README.md", text: "<!-- gen:tool-steps --><!-- /gen -->\n\n## More\n" }
    ])
    const trigger = (name: string) =>
      expect(scaffold(made.root, ["trigger", "demo", name])).rejects.toThrow("written, but the generators failed")
    return { ...made, trigger }
  }

  it("opens the room with a plugin's first, and leaves it at that with the next", async () => {
    const { read, trigger } = await openable()
    await trigger("new-issue")
    const plugin = await read("packages/demo/src/plugin.ts")
    expect(plugin).toMatch(/tool-steps\/index\.gen\.ts"\nimport \{ triggers \} from "\.\/triggers\/index\.gen\.ts"\n/)
    expect(plugin).toMatch(/toolSteps,\s+triggers\s+\}/)
    const { exports }: { exports: object } = JSON.parse(await read("packages/demo/package.json"))
    expect(Object.keys(exports)).toEqual(["./tool-steps/*", "./triggers/*", "./triggers/index.gen", "./z"])
    expect(await read("packages/demo/README.md")).toMatch(/gen:triggers -->[^]*## More/)
    await trigger("new-label")
    expect(await read("packages/demo/src/plugin.ts")).toBe(plugin)
    expect(await read("packages/demo/fixtures/events/new-label.json")).toContain("new_label")
  })
})

it("names every kind, its usage and an example in its help", () => {
  for (const kind of kinds) {
    expect(help()).toContain(`pnpm new ${kind.name} <`)
    expect(help()).toContain(kind.example)
  }
})
