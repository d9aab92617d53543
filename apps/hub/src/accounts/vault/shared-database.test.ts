/**
 * The vault in a database that several machines share: where accounts can be opened, where not, and what is never
 * stored.
 */
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { CANARIES, look, newAccount, save, storedAccounts, withAccounts } from "../../testing/vault-world.ts"

const databases = temporaryDatabases()
const directory = temporaryDirectories()
const KEY = { INLAY_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }

const place = async () => ({ directory: directory(), url: await databases.withTables() })

/** The whole content of a database as text. */
const everything = (url: string): Promise<string> =>
  inDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const tables = yield* sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      const rows = yield* Effect.forEach(
        tables,
        ({ name }) =>
          sql<{
            text: string
          }>`SELECT t::text || encode(convert_to(t::text, 'UTF8'), 'base64') AS text FROM ${sql(name)} AS t`
      )
      return rows
        .flat()
        .map(({ text }) => text)
        .join("\n")
    })
  )

describe("accounts on PostgreSQL", () => {
  it("open for every machine that has the key, and are stored encrypted", async () => {
    const { directory: one, url } = await place()
    await save({ directory: one, url }, newAccount("main"), KEY)
    const elsewhere = { directory: directory(), url }
    expect(await look(elsewhere, KEY)).toEqual([`main=${CANARIES[0]}`])
    await save(elsewhere, newAccount("main", CANARIES[1]), KEY, true)
    expect(await look({ directory: one, url }, KEY)).toEqual([`main=${CANARIES[1]}`])
    const content = await everything(url)
    expect(content).toContain("main")
    for (const canary of CANARIES) {
      expect(content).not.toContain(canary)
      expect(content).not.toContain(Buffer.from(canary).toString("hex"))
    }
  })

  it("open only for the directory that has the key file; another adds no account without it", async () => {
    const { directory: one, url } = await place()
    // The directory holds only the key, and need not exist yet.
    const own = join(directory(), "data")
    await save({ directory: own, url }, newAccount("main"))
    expect(await look({ directory: own, url })).toEqual([`main=${CANARIES[0]}`])
    expect(await look({ directory: one, url })).toMatchObject({ reason: { _tag: "Refused", guard: "vault" } })
    await expect(save({ directory: one, url }, newAccount("second"))).rejects.toThrow()
    expect(await look({ directory: own, url })).toEqual([`main=${CANARIES[0]}`])
  })

  it.each([
    "UPDATE accounts SET settings = replace(settings, 'api.example', 'evil.example')",
    "UPDATE secrets SET sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))",
    "UPDATE accounts SET seal = set_byte(seal, 20, 255 - get_byte(seal, 20))",
    "DELETE FROM secrets WHERE field = 'second'",
    "UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE field = 'second') WHERE field = 'api_key'",
    "UPDATE directory SET name = 'another'"
  ])("do not open once somebody changed them: %s", async (statement) => {
    const at = await place()
    await save(at, newAccount("main"), KEY)
    await databases.execute(at.url, statement)
    expect(await look(at, KEY)).toMatchObject({ reason: { _tag: "Refused", guard: "vault" } })
  })

  it("are encrypted again by a rotation, all at once, even if an account is connected meanwhile", async () => {
    const at = await place()
    await save(at, newAccount("first"))
    await save(at, newAccount("second"))
    const sealsOf = () =>
      inDatabase(
        at.url,
        Effect.flatMap(SqlClient, (sql) => sql<{ key_id: string }>`SELECT DISTINCT key_id FROM accounts`)
      )
    const [before] = await sealsOf()
    await Promise.all([
      withAccounts(
        at,
        storedAccounts.use(({ rotate }) => rotate)
      ),
      ...Array.from({ length: 4 }, (_, n) => save(at, newAccount(`other ${n}`)))
    ])
    const after = await sealsOf()
    expect([after.length, after[0]?.key_id === before?.key_id]).toEqual([1, false])
    expect(await look(at)).toHaveLength(6)
  })
})
