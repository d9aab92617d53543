/** Unknown charges: listed, settled and retried, by the command and over MCP. */
import { DatabaseSync } from "node:sqlite"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { beforeEach, describe, expect, it } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { inlay, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { world } from "../../testing/world.ts"

const { calls, control, directory, env, reset, sandbox } = world()
beforeEach(async () => void (await reset()))

const PEOPLE = "salesdata_people_enrichment"
/** The provider does the work, then resets the connection without a response. */
const LOST = '{"profilenet_slug":"fault-reset-after-x"}'

type Variables = Record<string, string>

interface Charge {
  readonly id: string
  readonly plugin: string
  readonly account: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  readonly since: string
  readonly mayHaveCost: number | null
}

const lookUp = (variables: Variables, ...more: ReadonlyArray<string>) =>
  commandJson<ErrorDocument>(["run", PEOPLE, "--input", LOST, ...more], { env: variables })
const list = async (variables: Variables) =>
  (await commandJson<ReadonlyArray<Charge>>(["charges"], { env: variables })).json
const settle = (variables: Variables, ...args: ReadonlyArray<string>) =>
  commandJson<ErrorDocument>(["charges", "settle", ...args], { env: variables })
/** The ledger's rows, as read by another program. */
const bookedRows = ({ INLAY_DATA = "" }: Variables) => {
  const database = new DatabaseSync(databaseFile(INLAY_DATA), { readOnly: true })
  const rows = database.prepare("SELECT id, state, charged FROM ledger ORDER BY at_millis").all()
  database.close()
  return rows.map(({ id, state, charged }) => ({ id: String(id), state, charged }))
}

describe("inlay charges", () => {
  it("lists none, and makes no data directory for it", async () => {
    const here = { INLAY_DATA: `${directory()}/none` }
    expect(await list(here)).toEqual([])
    expect((await inlay(["charges"], { env: here })).stdout).toBe("No unknown charges.\n")
  })

  it("lists what was lost, for people within 80 columns", async () => {
    const here = env()
    const { json } = await lookUp(here)
    expect(json.error).toMatchObject({
      charged: "unknown",
      fix: expect.stringMatching(/`inlay charges`.*--unknown-charge/)
    })
    expect(await list(here)).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        plugin: "salesdata",
        account: "env",
        operation: "enrichPerson",
        keys: [expect.stringContaining("fault-reset-after-x")],
        since: expect.stringMatching(/^\d{4}-/),
        mayHaveCost: 2
      }
    ])
    const { stdout } = await command(["charges"], { env: here })
    expect(stdout).toMatch(/^Id +Account +Lookup +Sent +Up to\n[\da-f]{8} +salesdata\/env +enrichPerson/)
    expect(stdout).toMatch(/2 credits[^]*inlay charges settle/)
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it.each([
    [["--charged", "1.5"], 1.5],
    [["--not-charged"], 0]
  ])("settles by %j, and the lookup can be run again", async (flags, charged) => {
    const here = env()
    await lookUp(here)
    const [row] = bookedRows(here)
    const settlement = await settle(here, row?.id.slice(0, 8) ?? "", ...flags)
    expect([settlement.code, settlement.json]).toEqual([
      0,
      { ok: true, id: row?.id, plugin: "salesdata", account: "env", charged }
    ])
    expect(bookedRows(here)).toMatchObject([{ state: "settled", charged }])
    expect((await lookUp(here)).json.error.reason).toBe("Transport")
    expect(await calls()).toHaveLength(2)
    expect(bookedRows(here)).toMatchObject([{ state: "settled", charged }, { state: "unknown" }])
  })

  it("settles nothing if the id or the charge is missing", async () => {
    const here = env()
    await lookUp(here)
    const id = bookedRows(here)[0]?.id ?? ""
    const refusals = [[id], [id, "--charged", "1", "--not-charged"], [id, "--charged", "-1"], [id, "--charged", "x"]]
    const answers = await Promise.all(refusals.map((args) => settle(here, ...args)))
    expect(answers.map(({ json }) => json.error.reason)).toEqual(refusals.map(() => "Invalid"))
    expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 2])
    const unknownIds = ["nothing-of-it", id.slice(0, 2), ""]
    for (const { code, json } of await Promise.all(
      unknownIds.map((reference) => settle(here, reference, "--not-charged"))
    )) {
      expect([code, json.error.reason, json.error.known]).toEqual([1, "NotFound", [id]])
    }
    expect(bookedRows(here)).toMatchObject([{ state: "unknown" }])
    await settle(here, id, "--charged", "2")
    // A settled charge cannot be settled again.
    expect((await settle(here, id, "--not-charged")).json.error.reason).toBe("NotFound")
    expect(bookedRows(here)).toMatchObject([{ state: "settled", charged: 2 }])
  })

  it("settles none of several whose ids begin alike", async () => {
    const here = env()
    await lookUp(here)
    await commandJson(["run", PEOPLE, "--input", '{"profilenet_slug":"fault-reset-after-y"}'], { env: here })
    const database = new DatabaseSync(databaseFile(here["INLAY_DATA"] ?? ""))
    database.exec(`PRAGMA foreign_keys = OFF;
      UPDATE ledger SET id = 'feed0000' || substr(id, 9);
      UPDATE ledger_keys SET row_id = 'feed0000' || substr(row_id, 9)`)
    database.close()
    const { code, json } = await settle(here, "feed0000", "--not-charged")
    expect([code, json.error.message]).toEqual([1, expect.stringContaining("Several unknown charges")])
    expect(bookedRows(here)).toMatchObject([{ state: "unknown" }, { state: "unknown" }])
    const [, second] = bookedRows(here)
    expect((await settle(here, second?.id ?? "", "--not-charged")).code).toBe(0)
    expect(bookedRows(here)).toMatchObject([{ state: "unknown" }, { state: "settled", charged: 0 }])
  })
})

describe("inlay run --unknown-charge", () => {
  it.each([
    ["ask_again", { state: "confirmed" }],
    ["charged", { state: "settled", charged: 2 }],
    ["not_charged", { state: "settled", charged: 0 }]
  ])("%s: sends again, and books the earlier one as %j", async (decision, earlier) => {
    const here = env()
    await lookUp(here)
    expect((await lookUp(here)).json.error.guard).toBe("unknownCharge")
    expect(await calls()).toHaveLength(1)
    expect((await lookUp(here, "--unknown-charge", decision)).json.error.reason).toBe("Transport")
    expect(await calls()).toHaveLength(2)
    expect(bookedRows(here)).toMatchObject([earlier, { state: "unknown" }])
  })

  it("another word is refused", async () => {
    const { json } = await lookUp(env(), "--unknown-charge", "yes")
    expect(json.error).toMatchObject({ reason: "Invalid", fields: [{ field: "--unknown-charge" }] })
  })
})

it("over MCP, a blocked lookup says that the user decides, and by which input; with it, it is asked again", async () => {
  const here = env()
  const input = sandbox().examples[PEOPLE]?.match[0] as object
  await control("POST", "/faults", { fault: "reset-after", operation: "enrich_person" })
  await inlay(["run", PEOPLE, "--input", JSON.stringify(input)], { env: here })
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(here) })
  )
  const call = async (more: object) =>
    CallToolResultSchema.parse(await client.callTool({ name: PEOPLE, arguments: { ...input, ...more } }))
  const { content } = await call({})
  const answerText = content.map((part) => (part.type === "text" ? part.text : "")).join("")
  expect(answerText).toMatch(
    /^Refused: .*Ask the user.*unknown_charge: "ask_again" \(it may cost twice\), "charged" or/
  )
  expect(answerText).not.toMatch(/inlay charges|--unknown/)
  expect(await calls()).toHaveLength(1)
  const decision = await call({ unknown_charge: "not_charged" })
  await client.close()
  expect(decision.structuredContent).toMatchObject({ match: true })
  expect(await calls()).toHaveLength(2)
  expect(bookedRows(here)).toMatchObject([{ state: "settled", charged: 0 }, { state: "settled" }])
})
