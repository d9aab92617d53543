/** Damaged rows are named, repaired on request and do not affect other rows. */
import { DatabaseSync } from "node:sqlite"

import { beforeAll, describe, expect, it } from "vitest"

import type { ErrorDocument } from "../testing/processes/command.ts"
import { command, commandJson } from "../testing/threads/command.ts"
import { world } from "../testing/world.ts"
import { databaseFile } from "./paths.ts"

const { control, sandbox, env, calls, reset } = world()
const STEP = "salesdata_people_enrichment"

interface Checkup {
  readonly data: {
    readonly problems: ReadonlyArray<{ what: string; fix: string }>
    readonly repaired: ReadonlyArray<string>
  }
  readonly vault: { readonly accounts: number; readonly problems: ReadonlyArray<{ what: string; fix: string }> }
}

let slugs: ReadonlyArray<string> = []
beforeAll(async () => {
  const { people } = (await control("GET", "/directory")) as { people: ReadonlyArray<{ slug: string }> }
  slugs = people.map(({ slug }) => slug)
})

const run = (here: Record<string, string>, n: number, more: ReadonlyArray<string> = [], by = commandJson) =>
  by<{ readonly fromCache: boolean } & ErrorDocument>(
    ["run", STEP, "--input", JSON.stringify({ profilenet_slug: slugs[n] }), ...more],
    { env: here }
  )
const doctor = (here: Record<string, string>, ...more: ReadonlyArray<string>) =>
  commandJson<Checkup>(["doctor", ...more], { env: here })

/** Changes the tables in ways that no program of this project would, without checks and types. */
const tamper = (here: Record<string, string>, statements: string): void => {
  using database = new DatabaseSync(databaseFile(here["INLAY_DATA"] ?? ""), { defensive: false })
  database.exec(`PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; ${statements}`)
}

/** Removes the constraints of a table: a column may hold anything. */
const withoutChecks = (table: string): string =>
  `PRAGMA writable_schema = ON;
   UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT', ')'), ' NOT NULL', '') WHERE name = '${table}';
   PRAGMA writable_schema = RESET;`

const DAMAGED_ANSWERS: ReadonlyArray<readonly [string, string]> = [
  ["a body that is no JSON", "UPDATE lookups SET body = '{\"cut\": of'"],
  ["keys that are no JSON", "UPDATE lookups SET keys = 'x'"],
  ["keys that are no texts", "UPDATE lookups SET keys = '[1, null]'"],
  ["an impossible time", "UPDATE lookups SET fetched_at_millis = 9007199254740993000"],
  ["an impossible expiry", "UPDATE lookups SET expires_at_millis = 9223372036854775807"],
  ["neither match nor miss", "UPDATE lookups SET match = 7"],
  ["bytes in place of a text", `${withoutChecks("lookups")} UPDATE lookups SET body = x'00ff80'`]
]

/** Inserts copies of a table's first row under ids of their own. */
const copyRows = (table: string, columns: string, ids: ReadonlyArray<string>): string =>
  ids.map((id) => `INSERT INTO ${table} (id, ${columns}) SELECT ${id}, ${columns} FROM ${table} LIMIT 1;`).join("\n")

/** Expects that doctor names each of the rows, sets them aside, and then finds nothing. */
const namesEach = async (here: Record<string, string>, count: number, pattern: RegExp): Promise<void> => {
  const rows = Array.from({ length: count }, () => ({ what: expect.stringMatching(pattern) }))
  expect((await doctor(here)).json.data.problems).toMatchObject(rows)
  const { json } = await doctor(here, "--repair")
  expect([json.data.problems, json.data.repaired.length]).toEqual([[], count])
}

describe("a damaged answer", () => {
  it("of any kind is named by doctor, and goes with --repair", async () => {
    const here = env()
    await run(here, 0)
    const ids = DAMAGED_ANSWERS.slice(1).map((_, n) => String(n + 2))
    const columns = "scope, operation, keys, match, status, body, fetched_at_millis, expires_at_millis"
    const damage = DAMAGED_ANSWERS.map(([, statements], n) => `${statements} WHERE id = ${n + 1};`)
    tamper(here, `${copyRows("lookups", columns, ids)} ${damage.join("\n")}`)
    await namesEach(here, DAMAGED_ANSWERS.length, /cached answer .*cannot be read/)
  })

  it("is treated as missing, and nothing else is lost", async () => {
    const here = env()
    await run(here, 0)
    await run(here, 1)
    tamper(here, `${DAMAGED_ANSWERS[0]?.[1]} WHERE id = 1`)
    const report = await doctor(here)
    expect([report.code, report.json.data.problems]).toMatchObject([
      1,
      [
        {
          what: expect.stringMatching(/cached answer 1 of salesdata\/env.*cannot be read/),
          fix: expect.stringMatching(/--repair/)
        }
      ]
    ])
    await reset()
    expect([(await run(here, 1)).json.fromCache, await calls()]).toEqual([true, []])
    const repairReport = await doctor(here, "--repair")
    expect([repairReport.code, repairReport.json.data]).toMatchObject([
      0,
      { problems: [], repaired: [expect.stringMatching(/Set aside: cached answer 1/)] }
    ])
    const again = await run(here, 0)
    expect([again.code, again.json.fromCache]).toEqual([0, false])
    expect((await run(here, 0)).json.fromCache).toBe(true)
  })
})

const DAMAGED_PURCHASES: ReadonlyArray<readonly [string, string]> = [
  ["a charge of infinity", "UPDATE ledger SET charged = 9e999"],
  ["a charge below nothing", "UPDATE ledger SET charged = -5"],
  ["keys that are no JSON", "UPDATE ledger SET keys = '[', state = 'unknown'"],
  ["a state that is none", "UPDATE ledger SET state = 'bogus'"],
  ["an impossible time", "UPDATE ledger SET at_millis = 9223372036854775807, state = 'unknown'"],
  ["a negative time", "UPDATE ledger SET at_millis = -9223372036854775807, state = 'unknown'"],
  ["an estimate of infinity", "UPDATE ledger SET estimate = 9e999, state = 'unknown'"]
]

describe("a damaged purchase", () => {
  it("of any kind is named by doctor, and goes with --repair", async () => {
    const here = env()
    await run(here, 0)
    const columns = "scope, purse, operation, keys, estimate, charged, state, run, at_millis, lease_ends_millis"
    const ids = DAMAGED_PURCHASES.map((_, n) => `'copy ${n}'`)
    const damage = DAMAGED_PURCHASES.map(([, statements], n) => `${statements} WHERE id = 'copy ${n}';`)
    tamper(here, `${copyRows("ledger", columns, ids)} ${damage.join("\n")}`)
    await namesEach(here, DAMAGED_PURCHASES.length, /purchase .* unknown/)
  })

  it("counts as unknown, and stops no other", async () => {
    const here = env({ INLAY_SALESDATA_CAP_DAY: "50" })
    await run(here, 0)
    tamper(here, `${DAMAGED_PURCHASES[0]?.[1]}; DELETE FROM lookups`)
    expect((await run(here, 1)).code).toBe(0)
    const charges = await commandJson<ReadonlyArray<object>>(["charges"], { env: here })
    expect(charges.code).toBe(0)
    const report = await doctor(here)
    expect([report.code, report.json.data.problems]).toMatchObject([
      1,
      [{ what: expect.stringMatching(/purchase .* unknown/) }]
    ])
    const repairReport = await doctor(here, "--repair")
    expect([repairReport.code, repairReport.json.data]).toMatchObject([
      0,
      { problems: [], repaired: [expect.stringMatching(/Set aside: purchase/)] }
    ])
    // The lookup of the damaged purchase is not bought again without confirmation.
    const refusal = await run(here, 0)
    expect(refusal.json.error).toMatchObject({ reason: "Refused", guard: "unknownCharge" })
    expect((await commandJson<ReadonlyArray<object>>(["charges"], { env: here })).json).toHaveLength(1)
    expect((await run(here, 0, ["--unknown-charge", "not_charged"])).code).toBe(0)
  })
})

const connect = (here: Record<string, string>, name: string) =>
  command(
    [
      "connect",
      "salesdata",
      "--no-check",
      "--name",
      name,
      "--set",
      `base_url=${sandbox().env["INLAY_SALESDATA_BASE_URL"]}`
    ],
    { env: here, stdin: sandbox().env["INLAY_SALESDATA_API_KEY"] ?? "" }
  )

const DAMAGED_ACCOUNTS: ReadonlyArray<readonly [string, string]> = [
  ["an impossible time", "UPDATE accounts SET created_millis = 9223372036854775807 WHERE name = 'bad'"],
  ["a text in place of a seal", `${withoutChecks("accounts")} UPDATE accounts SET seal = NULL WHERE name = 'bad'`]
]

describe("a damaged account", () => {
  it.each(DAMAGED_ACCOUNTS)("stops no other, and is set aside by --repair: %s", async (_, statements) => {
    const here = { INLAY_DATA: env()["INLAY_DATA"] ?? "" }
    await connect(here, "good")
    await connect(here, "bad")
    tamper(here, statements)
    expect((await run(here, 0, ["--account", "good"])).code).toBe(0)
    expect((await run(here, 0, ["--account", "bad"])).json.error).toMatchObject({
      reason: "Refused",
      message: expect.stringMatching(/salesdata\/bad .*damaged/)
    })
    expect((await run(here, 0)).json.error).toMatchObject({ reason: "NotFound" })
    const accountsList = await commandJson<ReadonlyArray<{ name: string; ok: boolean }>>(["accounts"], { env: here })
    expect([accountsList.code, accountsList.json.map(({ name, ok }) => [name, ok])]).toEqual([
      1,
      [
        ["good", true],
        ["bad", false]
      ]
    ])
    const report = await doctor(here)
    expect([report.code, report.json.vault.problems]).toMatchObject([
      1,
      [{ what: expect.stringMatching(/salesdata\/bad/) }]
    ])
    const repairReport = await doctor(here, "--repair")
    expect([repairReport.code, repairReport.json.vault.problems, repairReport.json.data.repaired]).toEqual([
      0,
      [],
      [expect.stringMatching(/Set aside: account salesdata\/bad/)]
    ])
    await connect(here, "bad")
    expect((await run(here, 1, ["--account", "bad"])).code).toBe(0)
  })
})
