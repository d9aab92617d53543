/**
 * A computer whose clock goes wrong and is corrected: the cache still answers, and no row stays open or counts for a
 * year.
 */
import { DatabaseSync } from "node:sqlite"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { beforeAll, describe, expect, it } from "vitest"

import { inlayJson, main, environment, type ErrorDocument } from "../testing/processes/command.ts"
import { shiftArguments } from "../testing/processes/shifted-clock.ts"
import { command, commandJson } from "../testing/threads/command.ts"
import { world } from "../testing/world.ts"
import { databaseFile } from "./paths.ts"

const { control, env, calls, reset } = world()

const DAY = 86_400_000
const STEP = "salesdata_people_enrichment"
const WRONG = [
  ["a month ahead", 31 * DAY],
  ["a year ahead", 365 * DAY],
  ["a month back", -31 * DAY],
  ["1990", Date.UTC(1990, 0) - Date.now()]
] as const

/** Slugs of people that the provider knows, each at the price of a person with a phone. */
let slugs: ReadonlyArray<string> = []
beforeAll(async () => {
  const { people } = (await control("GET", "/directory")) as { people: ReadonlyArray<{ slug: string; price: number }> }
  slugs = people.filter(({ price }) => price === 2).map(({ slug }) => slug)
})

const run = (here: Record<string, string>, n: number, byMillis = 0) =>
  (byMillis === 0 ? commandJson : inlayJson)<{ readonly fromCache: boolean } & ErrorDocument>(
    ["run", STEP, "--input", JSON.stringify({ profilenet_slug: slugs[n] })],
    { env: here, nodeArgs: byMillis === 0 ? [] : shiftArguments(byMillis) }
  )

const query = (here: Record<string, string>, sql: string): ReadonlyArray<Record<string, unknown>> => {
  using database = new DatabaseSync(databaseFile(here["INLAY_DATA"] ?? ""))
  return database.prepare(sql).all()
}

/** Every stored time in a directory, in days from now. */
const daysAway = (here: Record<string, string>): ReadonlyArray<number> =>
  query(
    here,
    `SELECT at_millis AS at FROM ledger UNION ALL SELECT fetched_at_millis FROM lookups UNION ALL SELECT at_millis FROM audit`
  ).map(({ at }) => Math.round((Number(at) - Date.now()) / DAY) || 0)

describe("a computer whose date goes wrong", () => {
  it.each(WRONG)("%s: what was bought is answered from the cache, and new rows are dated right", async (_, by) => {
    const here = env()
    await run(here, 0)
    await reset()
    const lookup = await run(here, 0, by)
    expect([lookup.json.fromCache, await calls()]).toEqual([true, []])
    expect(lookup.stderr).toMatch(/warn.*clock.*(ahead of|behind)/)
    // A provider's response contradicts the clock. That is reported and changes nothing.
    const purchase = await run(here, 1, by)
    expect([purchase.code, purchase.json.fromCache]).toEqual([0, false])
    expect(purchase.stderr).toMatch(/clock.*a provider's/)
    expect(new Set(daysAway(here))).toEqual(new Set([0]))
    await reset()
    const after = await run(here, 1)
    expect([after.json.fromCache, after.stderr, await calls()]).toEqual([true, "", []])
  })

  it("inlay mcp answers from the cache too", async () => {
    const here = env()
    await run(here, 0)
    await reset()
    const client = new Client({ name: "test", version: "1.0.0" })
    const args = [...shiftArguments(365 * DAY), main, "mcp"]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment(here) }))
    const answer = await client.callTool({ name: STEP, arguments: { profilenet_slug: slugs[0] } })
    await client.close()
    expect([answer.structuredContent, await calls()]).toMatchObject([{ fromCache: true }, []])
  })

  it.each(WRONG)("%s: the day's cap stays the day's", async (_, by) => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "2" })
    expect((await run(here, 0)).code).toBe(0)
    const { json } = await run(here, 1, by)
    expect(json.error).toMatchObject({ reason: "Refused", guard: "cap" })
  })
})

describe("a directory that was first used with a wrong date", () => {
  it.each([WRONG[0], WRONG[1]])("%s: is put right by the first answer, and doctor says so", async (_, by) => {
    const here = env()
    await run(here, 0, by)
    expect(Math.max(...daysAway(here))).toBeGreaterThan(30)
    await reset()
    // Cached answers are still returned.
    expect([(await run(here, 0)).json.fromCache, await calls()]).toEqual([true, []])
    expect((await run(here, 1)).json.fromCache).toBe(false)
    expect(Math.max(...daysAway(here))).toBe(0)
    await reset()
    expect([(await run(here, 0)).json.fromCache, (await run(here, 1)).json.fromCache, await calls()]).toEqual([
      true,
      true,
      []
    ])
    expect((await command(["doctor"], { env: here })).stdout).toMatch(/dated in the future/)
  })

  it("an open row of the future is unknown at once, not in a year", async () => {
    const here = env()
    await run(here, 0)
    const at = Date.now() + 365 * DAY
    query(here, `UPDATE ledger SET state = 'open', at_millis = ${at}, lease_ends_millis = ${at + 35_000} RETURNING id`)
    query(here, "DELETE FROM lookups RETURNING id")
    const { json } = await run(here, 0)
    expect(json.error).toMatchObject({ reason: "Refused", guard: "unknownCharge" })
    expect((await commandJson<ReadonlyArray<unknown>>(["charges"], { env: here })).json).toHaveLength(1)
  })
})

describe("a computer that was off for a month", () => {
  it("is confirmed by the first answer: its rows are of today, without a word", async () => {
    const here = env()
    await run(here, 0)
    query(here, `UPDATE clock SET good_millis = ${Date.now() - 31 * DAY} RETURNING id`)
    query(here, `UPDATE ledger SET at_millis = at_millis - ${31 * DAY} RETURNING id`)
    const purchase = await run(here, 1)
    expect([purchase.code, purchase.json.fromCache, purchase.stderr]).toEqual([0, false, ""])
    // Only the earlier row is a month old.
    expect(daysAway(here).filter((days) => days !== 0)).toEqual([-31])
    expect(query(here, "SELECT state FROM ledger WHERE state <> 'settled'")).toEqual([])
    expect((await run(here, 1)).json.fromCache).toBe(true)
  })
})

describe("a computer that was off for a week after the day's cap was used up", () => {
  /** A directory whose cap was used up on its last day, eight days ago. */
  const idle = async () => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "2" })
    expect((await run(here, 0)).code).toBe(0)
    query(here, `UPDATE clock SET good_millis = good_millis - ${8 * DAY} RETURNING id`)
    query(here, `UPDATE ledger SET at_millis = at_millis - ${8 * DAY} RETURNING id`)
    return here
  }

  it("buys again, as often as the cap of today lets it", async () => {
    const here = await idle()
    const purchase = await run(here, 1)
    expect([purchase.code, purchase.json.fromCache, purchase.stderr]).toEqual([0, false, ""])
    expect((await run(here, 2)).json.error).toMatchObject({ reason: "Refused", guard: "cap" })
    expect(query(here, "SELECT outcome FROM audit ORDER BY id")).toMatchObject([
      { outcome: "ok" },
      { outcome: "ok" },
      { outcome: "Refused" }
    ])
  })

  it.each([["a client that asks its user", { elicitation: {} }] as const, ["one that does not", {}] as const])(
    "inlay mcp buys again for %s",
    async (_, capabilities) => {
      const client = new Client({ name: "test", version: "1.0.0" }, { capabilities })
      const questions: Array<string> = []
      if ("elicitation" in capabilities) {
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          questions.push(params.message)
          return { action: "accept", content: {} }
        })
      }
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(await idle()) })
      )
      const answer = await client.callTool({ name: STEP, arguments: { profilenet_slug: slugs[1] } })
      await client.close()
      expect(answer.structuredContent).toMatchObject({ fromCache: false })
      for (const question of questions) expect(question).toMatch(/2 of 2 credits a day are left/)
      expect(questions).toHaveLength("elicitation" in capabilities ? 1 : 0)
    }
  )

  it("counts no purchase of a server's last minute for today", async () => {
    const here = env()
    const client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(here) })
    )
    for (const profilenet_slug of slugs.slice(0, 2))
      await client.callTool({ name: STEP, arguments: { profilenet_slug } })
    await client.close()
    query(here, `UPDATE clock SET good_millis = good_millis - ${8 * DAY} RETURNING id`)
    query(here, `UPDATE ledger SET at_millis = at_millis - ${8 * DAY} RETURNING id`)
    await run(here, 2)
    const rows = query(here, "SELECT at_millis AS at FROM ledger ORDER BY at")
    expect(rows.map(({ at }) => Math.round((Date.now() - Number(at)) / DAY))).toEqual([8, 8, 0])
  })
})

describe("a purchase whose answer was not stored blocks repeats for as long as the answer would have been cached", () => {
  const unkept = async (at: number) => {
    const here = env()
    await run(here, 0)
    query(here, "DELETE FROM lookups RETURNING id")
    query(
      here,
      `UPDATE ledger SET unkept = 'store', at_millis = ${at}, unkept_until_millis = ${at + 30 * DAY} RETURNING id`
    )
    return here
  }
  /** How many days away the row is, and for how many days it blocks the lookup. */
  const stands = (here: Record<string, string>) =>
    query(
      here,
      "SELECT at_millis AS at, unkept_until_millis - at_millis AS lasts FROM ledger WHERE unkept IS NOT NULL"
    ).map(({ at, lasts }) => [Math.round((Number(at) - Date.now()) / DAY) || 0, Number(lasts) / DAY])

  it("if a wrong clock had dated it a year ahead", async () => {
    const here = await unkept(Date.now() + 365 * DAY)
    query(here, "DELETE FROM clock RETURNING id")
    await run(here, 1)
    expect(stands(here)).toEqual([[0, 30]])
  })

  it("if it was bought while the clock was doubted", async () => {
    const good = Date.now() - 31 * DAY
    const here = await unkept(good + 1)
    query(here, `UPDATE clock SET good_millis = ${good} RETURNING id`)
    await run(here, 1)
    expect(stands(here)).toEqual([[0, 30]])
  })
})
