/** Migrates a data directory to a database: everything or nothing. */
import { randomBytes } from "node:crypto"
import { DatabaseSync } from "node:sqlite"

import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { inlay, inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, directory, calls, reset } = world()
const databases = temporaryDatabases()

interface Migrated {
  readonly ok: boolean
  readonly rows: number
  readonly tables: Readonly<Record<string, number>>
}

const person = () => JSON.stringify(sandbox().examples["salesdata_people_enrichment"]?.match[0])

/** A directory with a stored account, a purchase with its answer, and the audit row of the run. */
const used = async () => {
  const { env } = sandbox()
  const data = directory()
  const key = env["INLAY_SALESDATA_API_KEY"] ?? ""
  const connected = await inlay(
    ["connect", "salesdata", "--data", data, "--set", `base_url=${env["INLAY_SALESDATA_BASE_URL"]}`],
    { stdin: `${key}\n` }
  )
  expect([connected.code, connected.stderr]).toEqual([0, expect.any(String)])
  const run = await inlayJson<{ match: boolean }>([
    "run",
    "salesdata_people_enrichment",
    "--data",
    data,
    "--input",
    person()
  ])
  expect(run.code).toBe(0)
  return { data, key }
}

const countsOf = (url: string, tables: ReadonlyArray<string>) =>
  inDatabase(
    url,
    Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(tables, (table) =>
        Effect.map(sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql(table)}`, ([row]) => Number(row?.n))
      )
    )
  )

describe("inlay migrate", () => {
  it("copies everything, and the database continues where the directory stopped", async () => {
    const { data, key } = await used()
    const url = await databases.next()
    const migrated = await inlayJson<Migrated>(["migrate", "--to", url, "--data", data])
    expect([migrated.code, migrated.stderr]).toEqual([0, ""])
    expect(migrated.json).toMatchObject({
      ok: true,
      tables: { accounts: 1, secrets: 1, ledger: 1, audit: 1, lookups: 1 }
    })
    expect(migrated.json.rows).toBe(Object.values(migrated.json.tables).reduce((sum, rows) => sum + rows, 0))
    const text = await inlay(["accounts", "--database", url, "--data", data])
    expect([text.code, text.stdout]).toEqual([0, expect.stringContaining("salesdata/main")])

    // The answer was bought before and is in the database, and so is the account, which the directory's key opens.
    await reset()
    const again = await inlayJson<{ fromCache: boolean }>([
      "run",
      "salesdata_people_enrichment",
      "--data",
      data,
      "--database",
      url,
      "--input",
      person()
    ])
    expect([again.code, again.json.fromCache, await calls()]).toEqual([0, true, []])
    // New rows get new numbers.
    const other = await inlayJson([
      "run",
      "salesdata_people_enrichment",
      "--data",
      data,
      "--database",
      url,
      "--input",
      '{"email":"nobody@acme.example"}'
    ])
    expect([other.code, await countsOf(url, ["audit", "ledger"])]).toEqual([0, [3, 2]])
    const doctor = await inlayJson<{ ok: boolean }>(["doctor", "--data", data, "--database", url])
    expect([doctor.code, doctor.json.ok]).toEqual([0, true])
    expect(again.stdout + doctor.stdout + text.stdout).not.toContain(key)
  })

  it("refuses a database that is not empty, and changes nothing in it", async () => {
    const { data } = await used()
    const url = await databases.next()
    const first = await inlayJson<Migrated>(["migrate", "--to", url, "--data", data])
    expect(first.code).toBe(0)
    const second = await inlayJson<ErrorDocument>(["migrate", "--to", url, "--data", data])
    const { reason, message, fix } = second.json.error
    expect([second.code, reason, message, fix]).toEqual([
      1,
      "Refused",
      expect.stringMatching(/it is not empty: its table \w+ holds rows already/),
      // It was named with --to, and others are with --database or a variable.
      "Fix that, or name another database."
    ])
    expect(await countsOf(url, ["accounts", "ledger", "audit", "directory"])).toEqual([1, 1, 1, 1])
  })

  it("copies nothing if one row cannot be copied", async () => {
    const { data } = await used()
    {
      using database = new DatabaseSync(databaseFile(data))
      // With a key that is too long for PostgreSQL's index.
      database
        .prepare(
          "INSERT INTO events (plugin, account, trigger_id, event_key, at, data, source, received_millis) VALUES ('p', 'a', 't', ?, 'now', '{}', 'poll', 1)"
        )
        .run(randomBytes(4_000).toString("hex"))
    }
    const url = await databases.next()
    const { code, json } = await inlayJson<ErrorDocument>(["migrate", "--to", url, "--data", data])
    expect([code, json.error.message]).toEqual([1, expect.stringContaining("index row size")])
    expect(await countsOf(url, ["accounts", "secrets", "ledger", "lookups", "audit", "damaged"])).toEqual([
      0, 0, 0, 0, 0, 0
    ])
    // Once that is fixed, the same database can be used.
    {
      using database = new DatabaseSync(databaseFile(data))
      database.exec("DELETE FROM events")
    }
    expect((await inlay(["migrate", "--to", url, "--data", data])).code).toBe(0)
  })

  it("carries thousands of rows, in pages", async () => {
    const data = directory()
    expect((await inlay(["doctor", "--repair", "--data", data])).code).toBe(1)
    {
      using database = new DatabaseSync(databaseFile(data))
      database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2345)
        INSERT INTO ledger (id, scope, operation, keys, estimate, charged, state, run, at_millis, lease_ends_millis)
        SELECT 'row ' || i, 's', 'o', '["k' || i || '"]', CASE i % 3 WHEN 0 THEN NULL ELSE i END, i / 4.0, 'settled', 'r', i, i FROM n;
        INSERT INTO ledger_keys SELECT scope, operation, 'k' || substr(id, 5), id FROM ledger`)
    }
    const url = await databases.next()
    const { code, json } = await inlayJson<Migrated>(["migrate", "--to", url, "--data", data])
    expect([code, json.tables["ledger"], json.tables["ledger_keys"]]).toEqual([0, 2345, 2345])
  })

  it("does not copy the directory when another database is in use, which it may be older than", async () => {
    const { data } = await used()
    const [current, url] = [await databases.next(), await databases.next()]
    const { code, json } = await inlayJson<ErrorDocument>([
      "migrate",
      "--to",
      url,
      "--data",
      data,
      "--database",
      current
    ])
    expect([code, json.error.message]).toEqual([2, expect.stringContaining("copies a data directory, not a database")])
    expect((await inlay(["migrate", "--to", url, "--data", data, "--database", url])).code).toBe(0)
  })

  it("says that there is nothing to copy", async () => {
    const { code, json } = await inlayJson<ErrorDocument>([
      "migrate",
      "--to",
      await databases.next(),
      "--data",
      directory()
    ])
    expect([code, json.error.reason, json.error.message]).toEqual([
      1,
      "NotFound",
      expect.stringContaining("nothing to copy")
    ])
  })
})
