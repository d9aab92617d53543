import { describe, expect, it } from "vitest"

import { readme } from "./readme-tables.ts"
import { demo } from "./testing/plugin.ts"
import { tree } from "./testing/tree.ts"

const made = async (text: string) => {
  const { root } = await tree({ "README.md": text })
  return (await readme(root, "README.md", [demo]))?.text
}

const between = (name: string, text = "") => `<!-- gen:${name} -->${text}<!-- /gen -->`

describe("tables of a README", () => {
  it("lists tool steps with what they do and cost", async () => {
    expect(await made(`# Demo\n\n${between("tool-steps", "\nold\n")}\n\nEnd.\n`)).toBe(`# Demo

<!-- gen:tool-steps -->

| Tool step | Id | Does | Cost |
| --- | --- | --- | --- |
| Find One | \`demo_find_one\` | reads, spends credits | 1 to 2 a match |
| List | \`demo_list\` | reads | free |

<!-- /gen -->

End.
`)
  })

  it("lists triggers with how they arrive", async () => {
    expect(await made(between("triggers"))).toContain("| New record | `demo_new_record` | webhook |")
  })

  it("lists settings with their variables, and escapes what would end a cell", async () => {
    const text = await made(between("settings"))
    expect(text).toContain("| API key (required) | `INLAY_DEMO_API_KEY` |  | From a \\| b. |")
    expect(text).toContain("| Day | `INLAY_DEMO_DAY` | `7` | Days. |")
  })

  it("gives each kind of account a table of its own where there are several", async () => {
    const [kind] = demo.accountKinds
    if (kind === undefined) throw new Error("the sample has an account kind")
    const two = { ...demo, accountKinds: [kind, { ...kind, id: "sign_in", title: "Sign in" }] }
    const { root } = await tree({ "README.md": between("settings") })
    const text = (await readme(root, "README.md", [two]))?.text
    expect(text?.match(/^### .*$/gm)).toEqual([
      `### ${kind.title} (\`--kind ${kind.id}\`)`,
      "### Sign in (`--kind sign_in`)"
    ])
    expect(text?.match(/INLAY_DEMO_API_KEY/g)).toHaveLength(2)
  })

  it("makes several tables, and the same text the second time", async () => {
    const once = await made(`${between("tool-steps")}\n\nBetween.\n\n${between("triggers")}\n`)
    expect(once?.match(/<!-- gen:/g)).toHaveLength(2)
    expect(once).toContain("\n\nBetween.\n\n")
    expect(await made(once ?? "")).toBe(once)
  })

  it("leaves a README without markers as it is, and makes none where there is none", async () => {
    expect(await made("# Demo\n\n<!-- a comment -->\n")).toBe("# Demo\n\n<!-- a comment -->\n")
    const { root } = await tree({ "other.md": "" })
    expect(await readme(root, "README.md", [demo])).toBeUndefined()
  })

  it.each([["tables"], ["toString"], ["Tool-Steps"], [""]])("fails for a table named %j", async (name) => {
    await expect(made(between(name))).rejects.toThrow(
      `README.md: there is no generated table ${JSON.stringify(name)}; there are tool-steps, triggers, settings`
    )
  })

  it.each([
    ["<!-- gen:triggers -->\n", "<!-- gen:triggers -->"],
    ["Text.\n<!-- /gen -->\n", "<!-- /gen -->"],
    [`<!-- gen:tool-steps -->\n${between("triggers")}`, "<!-- gen:tool-steps -->"],
    [`${between("triggers")}\n<!-- /gen -->`, "<!-- /gen -->"]
  ])("fails for half a pair of markers in %j", async (text, marker) => {
    await expect(made(text)).rejects.toThrow(`README.md: the marker ${marker} stands without its other half`)
  })
})
