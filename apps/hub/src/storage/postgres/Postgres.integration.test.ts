/**
 * What is specific to stores on PostgreSQL: versions, simultaneous starts, lost connections, and the database's
 * address.
 */
import { inspect } from "node:util"

import { Audit } from "@inlay/agent-plugin/Audit"
import { Ledger } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import { latest } from "@inlay/sql-stores/migrations"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { startNetwork } from "../../testing/postgres/network.ts"
import { startPostgres } from "../../testing/postgres/server.ts"
import { storesOpener } from "../../testing/postgres/stores.ts"
import { inlay, inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { AccountRows } from "../AccountRows.ts"
import { passwordsIn } from "./address.ts"
import { tooOld } from "./migrate.ts"

const databases = temporaryDatabases()
const directory = temporaryDirectories()

const opened = storesOpener()

const SELECT_ONE = Effect.flatMap(SqlClient, (sql) => sql`SELECT 1`)

/** The error together with its causes. */
const wordsOf = (error: unknown): string => inspect(error, { depth: 8 })

const reservation = (key: string) => ({
  scope: "plugin/env",
  purse: "",
  operation: "find",
  keys: [key],
  estimate: 2,
  run: "run-1",
  nowMillis: Date.now(),
  leaseMillis: 60_000,
  caps: { day: 1_000 },
  decision: "block" as const
})
const reserve = (key: string) => Effect.flatMap(Ledger, (ledger) => ledger.reserve(reservation(key)))

const entry = (key: string) => ({
  scope: "s",
  operation: "o",
  keys: [key],
  match: true,
  status: 200,
  body: {},
  fetchedAtMillis: Date.now(),
  expiresAtMillis: Date.now() + 60_000
})

/** Uses every store once. */
const useAll = (key: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const row = yield* ledger.reserve(reservation(key))
    if (row._tag !== "Reserved") return row._tag
    yield* ledger.settle(row.id, { state: "settled", charged: 1 })
    const again = yield* ledger.reserve({ ...reservation(`${key} again`), leaseMillis: 1 })
    if (again._tag === "Reserved") yield* ledger.settle(again.id, { state: "unknown", reportedCredits: 3 })
    yield* ledger.unknowns({ scope: "plugin/env", purse: "" }, Date.now())
    const cache = yield* LookupCache
    yield* cache.store(entry(key))
    const lookups = yield* cache.find({ scope: "s", operation: "o", keys: [key] }, Date.now())
    const rows = yield* AccountRows
    yield* rows.all
    const audit = yield* Audit
    yield* audit.record({
      atMillis: 1,
      principal: "local",
      via: "cli",
      durationMillis: 1,
      plugin: "p",
      account: "a",
      step: "s",
      outcome: "ok",
      isFreeRead: true
    })
    return lookups.length
  })

describe("the driver", () => {
  /** Prints every module that was loaded when the program ends. */
  const watching = [
    "--import",
    `data:text/javascript,${encodeURIComponent(`import { registerHooks } from "node:module"
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      process.on("exit", () => process.stderr.write(loaded.join("\\n")))`)}`
  ]
  const modulesOf = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    (await inlay(args, { nodeArgs: watching, env: { INLAY_DATA: directory(), ...env } })).stderr

  it("is loaded only if a database is named", async () => {
    const url = await databases.next()
    const person = ["run", "salesdata_people_enrichment", "--input", "{}"]
    const account = { INLAY_SALESDATA_BASE_URL: "http://127.0.0.1:1", INLAY_SALESDATA_API_KEY: "key-of-a-test" }
    for (const command of [["accounts"], ["mcp"], ["doctor"], person]) {
      const onFile = await modulesOf(command, account)
      expect([onFile.includes("dist/main.js"), /\/Postgres[-\w]*\.js/.test(onFile)]).toEqual([true, false])
      expect(await modulesOf([...command, "--database", url], account)).toMatch(/\/Postgres[-\w]*\.js/)
    }
  })
})

/** `pnpm test:full` uses 8, and gives each wrong address to every command. */
const PROCESSES = Number(process.env["INLAY_PROCESSES"] ?? 3)
const isWhole = process.env["INLAY_PROCESSES"] !== undefined

describe("the tables", () => {
  it(`are made once by ${PROCESSES} programs that start at the same time on a new database`, async () => {
    const url = await databases.next()
    const runs = await Promise.all(
      Array.from({ length: PROCESSES }, () =>
        inlay(["accounts", "--json"], { env: { INLAY_DATABASE: url, INLAY_DATA: directory() } })
      )
    )
    expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(runs.map(() => [0, ""]))
    const rows = await opened(url).runPromise(
      Effect.flatMap(
        SqlClient,
        (sql) => sql`SELECT version, (SELECT count(*) FROM directory) AS directories FROM inlay_tables`
      )
    )
    expect(rows).toEqual([{ version: latest, directories: 1 }])
  })

  it("of a newer program are refused, and left as they are", async () => {
    const url = await databases.next()
    await opened(url).runPromise(Ledger)
    await databases.execute(url, `UPDATE inlay_tables SET version = ${latest + 1}`)
    const { code, json } = await inlayJson<ErrorDocument>(["charges", "--database", url])
    expect([code, json.error.message]).toEqual([
      1,
      expect.stringMatching(/it was written by a newer inlay \(version .*restore the backup/)
    ])
    expect(
      await inDatabase(
        url,
        Effect.flatMap(SqlClient, (sql) => sql`SELECT version FROM inlay_tables`)
      )
    ).toEqual([{ version: BigInt(latest + 1) }])
  })

  it("that a newer program adds to are used on by one that runs already", async () => {
    const url = await databases.next()
    const { runPromise } = opened(url)
    expect(await runPromise(useAll("before"))).toBe(1)
    await databases.execute(
      url,
      ...["ledger", "ledger_keys", "lookups", "lookup_keys", "accounts", "secrets", "audit", "lanes", "budgets"].map(
        (table) => `ALTER TABLE ${table} ADD COLUMN added_later bigint`
      ),
      "CREATE TABLE also_later (id bigint)",
      `UPDATE inlay_tables SET version = ${latest + 1}`
    )
    for (let n = 0; n < 3; n++) expect(await runPromise(useAll(`after ${n}`))).toBe(1)
  })

  it("of another program are not touched", async () => {
    const url = await databases.next()
    await databases.execute(url, "CREATE TABLE accounts (mine bigint)")
    const { code, json } = await inlayJson<ErrorDocument>(["accounts", "--database", url])
    expect([code, json.error.message]).toEqual([
      1,
      expect.stringMatching(
        /^The database test_\S+ on 127\.0\.0\.1:\d+ cannot be used: it holds tables of another program/
      )
    ])
  })

  const last = "ALTER TABLE secrets DROP CONSTRAINT secrets_account_id_fkey"
  it.each([
    ["was cut off before the last tables", ["DELETE FROM inlay_tables", "DROP TABLE secrets"]],
    [
      "was cut off before the data",
      ["DELETE FROM inlay_tables", "ALTER TABLE ledger DROP CONSTRAINT ledger_pkey CASCADE", last]
    ],
    ["was cut off before its last foreign key", [last]],
    ["has a line that the server refused", ["ALTER TABLE ledger_keys DROP CONSTRAINT ledger_keys_row_id_fkey"]]
  ])("that were restored from a dump which %s are refused", async (_, lacking) => {
    const url = await databases.withTables()
    await databases.execute(url, ...lacking)
    const { code, json } = await inlayJson<ErrorDocument>(["charges", "--database", url])
    expect([code, json.error.message]).toEqual([1, expect.stringMatching(/only a part of a backup was restored/)])
  })

  it("need PostgreSQL 14", () => {
    expect([tooOld(130_022), tooOld(90_624), tooOld(140_000), tooOld(180_004)]).toEqual([
      "it is PostgreSQL 13; inlay needs 14 or newer",
      "it is PostgreSQL 9; inlay needs 14 or newer",
      undefined,
      undefined
    ])
  })
})

describe("a text", () => {
  it("with a NUL character, which the database refuses, is stored with the replacement character", async () => {
    const { runPromise } = opened(await databases.next())
    const written = Effect.gen(function* () {
      const sql = yield* SqlClient
      const inTransaction = sql.withTransaction(sql`SELECT ${"a\0b"} AS text`)
      return [
        yield* sql`SELECT ${"a\0b"} AS text`,
        yield* sql`SELECT ${"a\0\0b"} AS text`.unprepared,
        yield* inTransaction
      ]
    })
    expect(await runPromise(written)).toEqual(["a\uFFFDb", "a\uFFFD\uFFFDb", "a\uFFFDb"].map((text) => [{ text }]))
  })
})

describe("a transaction", () => {
  it("in which a statement failed is not said to be committed, because the database rolled it back", async () => {
    const { runPromise } = opened(await databases.next())
    const ignoring = Effect.gen(function* () {
      const sql = yield* SqlClient
      return yield* sql.withTransaction(Effect.ignore(sql`SELECT 1 / 0`))
    })
    expect(wordsOf(await runPromise(Effect.flip(ignoring)))).toMatch(/rolled back instead of being committed/)
  })
})

describe("a connection that is lost", () => {
  it("in the middle of a write is a typed error, and the next one goes on", async () => {
    const url = await databases.next()
    const { runPromise } = opened(url)
    const ended = Effect.gen(function* () {
      const sql = yield* SqlClient
      const rows = yield* AccountRows
      return yield* rows.exclusively(
        Effect.andThen(Effect.ignore(sql`SELECT pg_terminate_backend(pg_backend_pid())`), rows.remove("nobody"))
      )
    })
    const error = await runPromise(Effect.flip(ended))
    expect(error).toBeInstanceOf(StorageError)
    expect(await runPromise(useAll("next"))).toBe(1)
  })

  it("while a reservation is committed leaves no lookup behind that may have been charged", async () => {
    const url = await databases.next()
    const network = await startNetwork(url)
    onTestFinished(network.close)
    const { runPromise } = opened(network.through(url))
    expect(await runPromise(useAll("before"))).toBe(1)
    const isCommitting = Effect.flatMap(
      SqlClient,
      (sql) => sql`SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep'`
    )
    await databases.execute(
      url,
      "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$",
      `CREATE CONSTRAINT TRIGGER slowly AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION slowly()`
    )
    const reserving = runPromise(Effect.flip(reserve("lost")))
    await expect.poll(() => inDatabase(url, isCommitting)).toHaveLength(1)
    network.cut()
    expect(await reserving).toBeInstanceOf(StorageError)
    const later = Effect.flatMap(Ledger, ({ unknowns }) =>
      unknowns({ scope: "plugin/env", purse: "" }, Date.now() + 600_000)
    )
    await expect.poll(() => inDatabase(url, isCommitting)).toEqual([])
    expect((await runPromise(later)).map(({ keys }) => keys)).toEqual([["before again"]])
  })

  it("of all connections at once is noticed only by calls in progress", async () => {
    const url = await databases.next()
    const { runPromise } = opened(url)
    await runPromise(
      Effect.all(
        Array.from({ length: 10 }, (_, n) => useAll(`first ${n}`)),
        { concurrency: 10 }
      )
    )
    await databases.execute(
      url,
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    expect(
      await runPromise(
        Effect.all(
          Array.from({ length: 10 }, (_, n) => useAll(`then ${n}`)),
          { concurrency: 10 }
        )
      )
    ).toEqual(Array.from({ length: 10 }, () => 1))
  })

  it("by a server that is just ending keeps nobody from opening it: it is waited for", async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const first = opened(server.url("postgres"))
    expect(await first.runPromise(useAll("before"))).toBe(1)
    const ending = server.drain()
    // The server is shutting down once it rejects a new connection.
    await expect
      .poll(() => inDatabase(server.url("postgres"), SELECT_ONE).then(() => "", wordsOf), { timeout: 20_000 })
      .toMatch(/shutting down/)
    const begin = performance.now()
    const asking = opened(server.url("postgres")).runPromise(
      Effect.catchTag(useAll("opened meanwhile"), "StorageError", ({ _tag }) => Effect.succeed(_tag))
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    await first.dispose()
    await ending
    await server.start()
    const isBackInTime = performance.now() - begin < 4000
    expect(isBackInTime ? [1] : [1, "StorageError"]).toContain(await asking.catch(({ _tag }: StorageError) => _tag))
  })

  it("by a server that stays away fails typed, in the end; by one that comes back, nothing that had not begun", async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const { runPromise } = opened(server.url("postgres"))
    expect(await runPromise(useAll("before"))).toBe(1)
    await server.crash()
    const begin = performance.now()
    const asking = runPromise(Effect.catchTag(useAll("during"), "StorageError", ({ _tag }) => Effect.succeed(_tag)))
    await server.start()
    // A call waits five seconds at most for a server, and a busy machine may take longer to restart it.
    const isBackInTime = performance.now() - begin < 4000
    expect(isBackInTime ? [1] : [1, "StorageError"]).toContain(await asking)
    await server.stop()
    const error = await runPromise(Effect.flip(reserve("gone")))
    expect([error._tag, error.message]).toEqual([
      "StorageError",
      expect.stringMatching(/^ledger\.reserve failed: connect ECONNREFUSED/)
    ])
    expect(error.remedy).toEqual({ to: "read", text: expect.stringContaining("Check that the database is running") })
  })
})

describe("an address", () => {
  const SECRETS = ["hunter2 & more@x", "hunter2%20%26%20more%40x"]
  const hidden = SECRETS[1] ?? ""

  // Ways to pass the address, each with the expected exit code. The last one is not a command line.
  const ways = [
    [1, (url: string) => inlay(["accounts", "--json", "--database", url])],
    [1, (url: string) => inlay(["doctor", "--log-level", "all"], { env: { INLAY_DATABASE: url } })],
    // Like every argument that is malformed, and 1 if the database refuses.
    [undefined, (url: string) => inlay(["migrate", "--to", url], { env: { INLAY_DATA: directory() } })],
    [2, (url: string) => inlay(["accounts", "--no-such-flag", url])]
  ] as const
  let turn = 0
  const MALFORMED: ReadonlySet<string> = new Set([
    "an unreadable one",
    "a slash in the password",
    "no database",
    "no user",
    "another scheme",
    "an unknown mode"
  ])

  it.each([
    ["nobody listens", `postgres://u:${hidden}@127.0.0.1:1/db`],
    ["another password", (url: string) => url.replace(/:[^:@]*@/, `:${hidden}@`)],
    ["no such database", (url: string) => url.replace(/:[^:@]*@/, `:${hidden}@`).replace(/\/[^/]*$/, "/nothere")],
    ["an unreadable one", `postgres://u:${hidden}@host:port/db`],
    ["a slash in the password", `postgres://u:a/${hidden}@127.0.0.1/db`],
    ["no database", `postgres://u:${hidden}@127.0.0.1`],
    ["no user", `postgres://127.0.0.1/db?password=${hidden}`],
    ["another scheme", `mysql+postgres://u:${hidden}@127.0.0.1/db`],
    ["an unknown mode", `postgres://u:${hidden}@127.0.0.1/db?sslmode=maybe`],
    [
      "an encryption that the server has not",
      (url: string) => `${url.replace(/:[^:@]*@/, `:${hidden}@`)}?sslmode=require`
    ]
  ] as const)("is refused without its password: %s", async (name, address) => {
    const url = typeof address === "string" ? address : address(await databases.next())
    // The first way gets every address; the others take turns.
    const other = 1 + (turn++ % 3)
    const chosen = ways.filter((way) => isWhole || way === ways[0] || way === ways[other])
    const outputs = await Promise.all(chosen.map(([, run]) => run(url)))
    const ofArgument = MALFORMED.has(name) ? 2 : 1
    expect(outputs.map(({ code }) => code)).toEqual(chosen.map(([code = ofArgument]) => code))
    for (const { stdout, stderr } of outputs) {
      for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret)
      expect(stdout + stderr).not.toContain("hunter2")
    }
  })

  it("takes its password from PGPASSWORD", async () => {
    const url = await databases.next()
    const [password = ""] = passwordsIn(url)
    const bare = url.replace(`:${password}@`, "@")
    const { code, stderr } = await inlay(["accounts", "--database", bare], { env: { PGPASSWORD: password } })
    expect([code, stderr]).toEqual([0, ""])
  })

  it("with a password of any characters is used", async () => {
    const url = await databases.next()
    const password = "p@ss/w:rd?%#"
    await databases.execute(url, `CREATE ROLE "odd user" SUPERUSER LOGIN PASSWORD '${password}'`)
    onTestFinished(() =>
      databases
        .execute(url, `REASSIGN OWNED BY "odd user" TO inlay`, `DROP OWNED BY "odd user"`, `DROP ROLE "odd user"`)
        .then(() => undefined)
    )
    const odd = url.replace(/\/\/[^@]*@/, `//odd%20user:${encodeURIComponent(password)}@`)
    const { code, stderr } = await inlay(["accounts"], { env: { INLAY_DATABASE: odd } })
    expect([code, stderr]).toEqual([0, ""])
  })
})
