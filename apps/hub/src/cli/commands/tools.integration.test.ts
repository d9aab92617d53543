/** Commands that need no provider: tools, triggers, accounts. */
import { describe, expect, it } from "vitest"

import { plugins } from "../../plugins.gen.ts"
import { widthOf } from "../../terminal/Screen.ts"
import { inlay, inlayJson } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

interface Tool {
  readonly id: string
  readonly description: string
  readonly hints: Readonly<Record<string, boolean>>
  readonly inputSchema: { readonly type: string }
  readonly outputSchema: { readonly type: string }
}

describe.concurrent("inlay tools", () => {
  it("lists every step in full as JSON", async () => {
    const { code, json, stderr } = await inlayJson<ReadonlyArray<Tool>>(["tools"])
    expect([code, stderr]).toEqual([0, ""])
    expect(json.map(({ id }) => id)).toContain("salesdata_people_enrichment")
    for (const tool of json) {
      expect(Object.keys(tool)).toEqual([
        "id",
        "title",
        "plugin",
        "description",
        "hints",
        "cost",
        "inputSchema",
        "outputSchema"
      ])
      expect(Object.keys(tool.hints)).toEqual(["readOnly", "destructive", "idempotent", "openWorld"])
      expect([tool.inputSchema.type, tool.outputSchema.type]).toEqual(["object", "object"])
    }
  })

  it.each([
    ["an id", ["salesdata_company_enrichment"], ["salesdata_company_enrichment"]],
    ["a title in several words", ["PEOPLE", "search"], ["salesdata_people_search"]],
    ["words of a description", ["technologies"], ["salesdata_company_enrichment"]],
    ["nothing", ["no-such-thing"], []]
  ])("finds by %s", async (_, query, ids) => {
    const { code, json } = await commandJson<ReadonlyArray<Tool>>(["tools", ...query])
    expect([code, json.map(({ id }) => id)]).toEqual([0, ids])
  })

  it("is a table of 80 columns for people, one step in full, and near names for none", async () => {
    const all = await inlay(["tools"])
    const one = await command(["tools", "salesdata_people_enrichment"])
    for (const line of `${all.stdout}${one.stdout}`.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80)
    expect(all.stdout).toMatch(/^Tool step +Title +Cost$/m)
    expect(one.stdout).toMatch(/^profilenet_slug +string/m)
    const none = await command(["tools", "peeple_enrichment"])
    expect([none.code, none.stderr]).toEqual([0, ""])
    expect(none.stdout).toMatch(/Nearest: .*salesdata_people_enrichment/)
  })
})

it.each([
  [["run", "salesdata_people_enrichment", "--help"]],
  [["run", "-h", "salesdata_people_enrichment", "--preview"]],
  [["help", "run", "salesdata_people_enrichment"]],
  [["run", "--account", "my_team", "salesdata_people_enrichment", "--help"]]
])("%j is answered with the step itself: its cost, its fields, and how to run it", async (args) => {
  const one = await command(["tools", "salesdata_people_enrichment"])
  expect(await command(args)).toEqual(one)
  expect(one.stdout).toMatch(/^`inlay run --help` lists the flags/m)
})

it.each(["--unknown-charge", "--fields", "-i"])("no step is read from the value of %s", async (flag) => {
  const { stdout } = await command(["run", flag, "ask_again", "--help"])
  expect(stdout).toEqual((await command(["run", "--help"])).stdout)
})

describe.concurrent("inlay tools says what a step does", () => {
  it.each([
    ["salesdata_people_enrichment", "reads, spends credits, safe to repeat"],
    ["salesdata_people_search", "reads, spends credits, not safe to repeat blindly"],
    ["salesdata_api_call", "reads or changes, by method, not safe to repeat blindly"],
    ["codehost_get_commit", "reads, safe to repeat"],
    ["codehost_create_issue", "adds, not safe to repeat blindly"],
    ["codehost_enable_workflow", "changes, safe to repeat"],
    ["codehost_disable_workflow", "changes, may delete or overwrite, safe to repeat"]
  ])("%s", async (id, effects) => {
    expect((await command(["tools", id])).stdout.replaceAll(/\s+/g, " ")).toContain(`Effects: ${effects} `)
  })
})

describe.concurrent("inlay triggers", () => {
  it("lists every trigger, with the best way in which its events come", async () => {
    const { json } = await commandJson<ReadonlyArray<{ readonly id: string }>>(["triggers"])
    const all = plugins.flatMap(({ triggers }) => triggers.map(({ id }) => id))
    expect(json.map(({ id }) => id)).toEqual(all)
    expect((await command(["triggers"])).stdout).toMatch(
      /^Trigger +Title +Delivery$[^]*^codehost_new_gist +New gist +poll$/m
    )
  })

  it("shows one in full: how its events arrive, its target and its filters", async () => {
    const { stdout } = await command(["triggers", "show", "codehost_new_issue"])
    expect(stdout).toMatch(/^Arrives by +Needs\nwebhook +admin of the repository, scope repo, public_repo or$/m)
    expect(stdout).toMatch(/^owner +string +Required\. Organization or user$/m)
    expect(stdout).toMatch(/^title +string, or several +e\.g\. \*crash\*$/m)
    expect(stdout).toMatch(/\ninlay listen codehost_new_issue --repo OWNER\/NAME\n$/)
    const { json } = await commandJson(["triggers", "show", "codehost_new_issue"])
    expect(json).toMatchObject({
      id: "codehost_new_issue",
      targetSchema: { properties: { owner: {} } },
      filtersSchema: { properties: { title: {} } }
    })
  })

  it.each([
    ["codehost_new_card_in_column", /--target '\{"owner":"OWNER","column_id":1\}'\n$/],
    ["codehost_new_gist", /\ninlay listen codehost_new_gist\n$/],
    ["codehost_project_item_status_changed", /--target '\{"owner":"OWNER"\}'\n$/]
  ])("shows how to name the target of %s", async (id, line) => {
    expect((await command(["triggers", "show", id])).stdout).toMatch(line)
  })

  it("names the nearest of one that does not exist", async () => {
    const { code, stderr } = await command(["triggers", "show", "new_issue"])
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining("Nearest: codehost_new_issue,")])
  })
})

describe.concurrent("inlay accounts", () => {
  it("names the variables that connect one", async () => {
    expect((await commandJson(["accounts"])).json).toEqual([])
    expect((await command(["accounts"])).stdout).toMatch(
      /`inlay connect salesdata`, or set INLAY_SALESDATA_BASE_URL and\s+INLAY_SALESDATA_API_KEY/
    )
  })

  it("shows settings and never a secret", async () => {
    const env = {
      INLAY_SALESDATA_BASE_URL: "https://jane:hunter2@api.example/v1?key=hunter3",
      INLAY_SALESDATA_API_KEY: "canary-key"
    }
    const { json, stdout } = await commandJson<ReadonlyArray<Record<string, unknown>>>(["accounts"], { env })
    expect(json).toMatchObject([{ name: "env", plugin: "salesdata", kind: "api_key", secrets: ["api_key"], ok: false }])
    const report = await command(["accounts"], { env })
    for (const text of [stdout, report.stdout, report.stderr]) expect(text).not.toMatch(/canary|hunter/)
  })

  it.each([
    ["a missing key", { INLAY_SALESDATA_BASE_URL: "https://api.example" }, "INLAY_SALESDATA_API_KEY"],
    ["a missing address", { INLAY_SALESDATA_API_KEY: "k" }, "INLAY_SALESDATA_BASE_URL"],
    [
      "a cap that is no number",
      { INLAY_SALESDATA_BASE_URL: "https://a.example", INLAY_SALESDATA_API_KEY: "k", INLAY_SALESDATA_CAP_DAY: "many" },
      "INLAY_SALESDATA_CAP_DAY"
    ]
  ])("says what is wrong and which variable to set: %s", async (_, env, variable) => {
    const { json } = await commandJson<ReadonlyArray<{ ok: boolean; problems: ReadonlyArray<{ fix: string }> }>>(
      ["accounts"],
      { env }
    )
    expect(json[0]?.ok).toBe(false)
    expect(json[0]?.problems[0]?.fix).toContain(variable)
    expect((await command(["accounts"], { env })).stdout).toMatch(new RegExp(`problem +salesdata/env[^]*${variable}`))
  })
})
