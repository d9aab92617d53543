/**
 * The vault on real files: stored accounts are returned complete or rejected, and cannot be read or changed from
 * outside.
 */
import { randomBytes } from "node:crypto"
import { readFileSync, rmSync, writeFileSync } from "node:fs"

import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { adviceFor } from "../cli/words.ts"
import { AccountRows } from "../storage/AccountRows.ts"
import { keyFile } from "../storage/paths.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import {
  CANARIES,
  everyFile,
  heldOpen,
  look,
  newAccount,
  openAll,
  save,
  storedAccounts,
  tamper,
  withAccounts
} from "../testing/vault-world.ts"

const directory = temporaryDirectories()
const [ONE, TWO] = CANARIES

const two = async () => {
  const at = directory()
  await save(at, newAccount("one", ONE))
  await save(at, newAccount("two", TWO))
  return at
}

const refusal = async (at: string, env = {}): Promise<string> => {
  const answer = await look(at, env)
  if (answer instanceof ProviderError && answer.reason._tag === "Refused")
    return `${answer.message} ${adviceFor(answer)}`
  throw new Error(`the accounts opened: ${String(answer)}`)
}

const changesOf = (value: unknown): ReadonlyArray<Uint8Array | string | number> => {
  if (typeof value === "number") return [value + 1]
  if (!(value instanceof Uint8Array)) return [`${String(value)} `]
  const places = [0, 11, 12, value.length - 17, value.length - 16, value.length - 1]
  return places.map((place) => Uint8Array.from(value, (byte, index) => (index === place ? byte ^ 128 : byte)))
}

describe("stored accounts", () => {
  it("come back whole, in another process too", async () => {
    const at = await two()
    expect(await look(at)).toEqual([`one=${ONE}`, `two=${TWO}`])
    const [one] = await withAccounts(at, openAll)
    expect(one).toMatchObject({ plugin: "sample", kind: "key", settings: { read_only: "true" }, grant: undefined })
  })

  it("have unique names and are replaced only on request", async () => {
    const at = await two()
    await expect(save(at, newAccount("one", "canary-three-555"))).rejects.toMatchObject({
      reason: { _tag: "Conflict" }
    })
    await save(at, newAccount("one", "canary-three-555"), {}, true)
    expect(await look(at)).toEqual(["one=canary-three-555", `two=${TWO}`])
    const [one] = await withAccounts(at, openAll)
    for (const method of ["change", "saveInstead"] as const) {
      const renaming = withAccounts(
        at,
        storedAccounts.use((accounts) => accounts[method](one!.id, newAccount("two")))
      )
      await expect(renaming).rejects.toMatchObject({ reason: { _tag: "Conflict" } })
    }
    expect(await look(at)).toEqual(["one=canary-three-555", `two=${TWO}`])
  })

  it("leave no secret in any file, and no sealed one either that was replaced or removed", async () => {
    const at = await two()
    const sealedText = (id: string) =>
      tamper(at, (database) => database.prepare("SELECT sealed FROM secrets WHERE account_id = ?").all(id)).map((row) =>
        Buffer.from(row["sealed"] as Uint8Array)
      )
    const [one, other] = await withAccounts(at, openAll)
    const before = [...sealedText(one!.id), ...sealedText(other!.id)]
    expect(before).toHaveLength(4)
    expect(before.every((bytes) => everyFile(at).includes(bytes))).toBe(true)
    // Held open, because the last connection to close the file would empty its log.
    const files = await heldOpen(at, async () => {
      await save(at, newAccount("one", "canary-three-555"), {}, true)
      await withAccounts(
        at,
        storedAccounts.use(({ remove }) => remove(other!.id, Effect.void))
      )
      return everyFile(at)
    })
    for (const bytes of before) expect(files.includes(bytes)).toBe(false)
    for (const canary of [ONE, TWO, "canary-three-555"]) {
      for (const form of [
        canary,
        Buffer.from(canary).toString("base64").slice(0, 20),
        Buffer.from(canary).toString("hex")
      ]) {
        expect(files.includes(form)).toBe(false)
      }
    }
  })

  it("do not open after any column of any row was changed in the file, and say whose", async () => {
    const at = await two()
    const backup = readFileSync(`${at}/inlay.db`)
    const triedTokens = new Set<string>()
    for (const [table, key, columns] of [
      ["accounts", "id", ["id", "plugin", "name", "kind", "settings", "revision", "created_millis", "key_id", "seal"]],
      ["secrets", "account_id", ["field", "key_id", "sealed"]]
    ] as const) {
      const row = tamper(at, (database) => database.prepare(`SELECT * FROM ${table}`).get()) ?? {}
      for (const column of columns) {
        for (const change of changesOf(row[column])) {
          const first = table === "secrets" ? `AND field = '${String(row["field"])}'` : ""
          tamper(at, (database) =>
            database
              .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ? ${first}`)
              .run(change, String(row[key]))
          )
          expect([column, await refusal(at)]).toEqual([column, expect.stringMatching(/sample.?\/(one|two)/)])
          triedTokens.add(`${table}.${column}`)
          rmSync(`${at}/inlay.db-wal`, { force: true })
          writeFileSync(`${at}/inlay.db`, backup)
        }
      }
    }
    expect(triedTokens.size).toBe(12)
    expect(await look(at)).toEqual([`one=${ONE}`, `two=${TWO}`])
  })

  it.each([
    [
      "secrets between accounts",
      "UPDATE secrets SET sealed = (SELECT sealed FROM was WHERE was.field = secrets.field AND was.account_id <> secrets.account_id)"
    ],
    [
      "secrets between fields",
      "UPDATE secrets SET sealed = (SELECT sealed FROM was WHERE was.field <> secrets.field AND was.account_id = secrets.account_id)"
    ],
    [
      "whose secrets they are",
      "DELETE FROM secrets; INSERT INTO secrets SELECT (SELECT id FROM accounts WHERE id <> account_id), field, key_id, sealed FROM was"
    ],
    ["the seals", "UPDATE accounts SET seal = (SELECT seal FROM accounts a WHERE a.id <> accounts.id)"],
    ["the address", "UPDATE accounts SET settings = replace(settings, 'api.example', 'evil.example')"],
    ["the restriction", "UPDATE accounts SET settings = replace(settings, 'true', 'false')"],
    ["the names", "UPDATE accounts SET name = name || '2'"],
    ["a secret for none", "DELETE FROM secrets WHERE field = 'second'"],
    [
      "a secret for one more",
      "INSERT INTO secrets SELECT account_id, 'third', key_id, sealed FROM was WHERE field = 'second'"
    ]
  ])("do not open if somebody swapped %s", async (_, statements) => {
    const at = await two()
    tamper(at, (database) => database.exec(`CREATE TEMP TABLE was AS SELECT * FROM secrets; ${statements}`))
    expect(await refusal(at)).toMatch(/sample\/(one|two)2? was changed outside of inlay.*Nothing was sent/)
  })

  it("are never fewer than there are: without a key nothing opens", async () => {
    const at = await two()
    const key = readFileSync(keyFile(at))
    rmSync(keyFile(at))
    expect(await refusal(at)).toMatch(/2 accounts are stored \(sample\/one, sample\/two\), and there is no key/)
    await expect(save(at, newAccount("three"))).rejects.toMatchObject({ reason: { guard: "vault" } })
    expect(await refusal(at, { INLAY_SECRET_KEY: randomBytes(32).toString("hex") })).toMatch(
      /encrypted with a different key than INLAY_SECRET_KEY holds/
    )
    // Adding the new key after a compromised one and rotating would encrypt everything with the compromised one again.
    expect(await refusal(at, { INLAY_SECRET_KEY: randomBytes(32).toString("hex") })).toMatch(
      /If `inlay accounts rotate-key` was run since, set the new key instead\. Otherwise, add the key that encrypted it/
    )
    expect(await refusal(at, { INLAY_SECRET_KEY: "short" })).toMatch(/no usable key/)
    writeFileSync(keyFile(at), key, { mode: 0o644 })
    expect(await refusal(at)).toMatch(/chmod 600/)
  })

  it("can be removed if they no longer open", async () => {
    const at = await two()
    tamper(at, (database) => database.exec("UPDATE accounts SET kind = 'x' WHERE name = 'one'"))
    const [one] = await withAccounts(
      at,
      storedAccounts.use(({ names }) => names)
    )
    await withAccounts(
      at,
      storedAccounts.use(({ remove }) => remove(one!.id, Effect.void))
    )
    expect(await look(at)).toEqual([`two=${TWO}`])
  })

  it("need no key while there are none", async () => {
    const at = directory()
    expect(await look(at, { INLAY_SECRET_KEY: "unusable" })).toEqual([])
  })
})

describe("key rotation", () => {
  const rotate = (at: string, env = {}) =>
    withAccounts(
      at,
      storedAccounts.use(({ rotate: turn }) => turn),
      env
    )

  it("makes a new key file, and the old key opens nothing any more", async () => {
    const at = await two()
    const before = readFileSync(keyFile(at), "utf8")
    const ids = () => tamper(at, (database) => database.prepare("SELECT DISTINCT key_id FROM secrets").all())
    const [old] = ids()
    expect(await rotate(at)).toEqual({ source: "file", accounts: 2, hooks: 0, subscriptions: 0, keyless: 0 })
    expect(readFileSync(keyFile(at), "utf8")).not.toContain(before.trim())
    expect(ids()).toHaveLength(1)
    expect(ids()[0]).not.toEqual(old)
    expect(await look(at)).toEqual([`one=${ONE}`, `two=${TWO}`])
    expect(await refusal(at, { INLAY_SECRET_KEY: before.trim() })).toMatch(/a different key/)
  })

  it("with keys of one's own seals with the first", async () => {
    const at = directory()
    const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64url")]
    await save(at, newAccount("one"), { INLAY_SECRET_KEY: old })
    expect(await rotate(at, { INLAY_SECRET_KEY: `${next},${old}` })).toEqual({
      source: "environment",
      accounts: 1,
      hooks: 0,
      subscriptions: 0,
      keyless: 0
    })
    expect(await look(at, { INLAY_SECRET_KEY: next })).toEqual([`one=${ONE}`])
    expect(await refusal(at, { INLAY_SECRET_KEY: old })).toMatch(/a different key/)
  })

  it("changes nothing if an account does not open", async () => {
    const at = await two()
    const before = readFileSync(keyFile(at), "utf8")
    tamper(at, (database) => database.exec("UPDATE accounts SET kind = 'x' WHERE name = 'two'"))
    await expect(rotate(at)).rejects.toMatchObject({ reason: { guard: "vault" } })
    expect(readFileSync(keyFile(at), "utf8")).toBe(before)
  })
})

describe("a lease on a renewal", () => {
  it("is one holder's until it is given back or has ended", async () => {
    const at = await two()
    await withAccounts(
      at,
      Effect.gen(function* () {
        const rows = yield* AccountRows
        const [{ id: accountId } = { id: "" }] = yield* rows.all
        const [mine, yours] = [
          { accountId, holder: "mine" },
          { accountId, holder: "yours" }
        ]
        expect(yield* rows.lease(mine, 1_000, 2_000)).toBe(true)
        expect(yield* rows.lease(yours, 1_999, 3_000)).toBe(false)
        expect(yield* rows.lease(yours, 2_000, 3_000)).toBe(true)
        yield* rows.release(mine)
        expect(yield* rows.lease(mine, 2_500, 4_000)).toBe(false)
        yield* rows.release(yours)
        expect(yield* rows.lease(mine, 2_500, 4_000)).toBe(true)
      })
    )
  })
})
