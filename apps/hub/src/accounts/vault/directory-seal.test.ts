/**
 * An account can be opened only in its own directory, wherever that is moved. Accounts of earlier versions are bound
 * once.
 */
import { randomBytes } from "node:crypto"
import { cpSync, renameSync } from "node:fs"
import { join } from "node:path"

import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import type { AccountRow } from "../../storage/AccountRows.ts"
import { databaseFile } from "../../storage/paths.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { CANARIES, look, newAccount, save, storedAccounts, tamper, withAccounts } from "../../testing/vault-world.ts"
import * as Seals from "./account-seals.ts"
import { keyOf } from "./cipher.ts"

const directory = temporaryDirectories()
const [ONE, TWO] = CANARIES
const secret = randomBytes(32)
const env = { INLAY_SECRET_KEY: secret.toString("base64") }

const whole = (at: string) => tamper(at, (database) => database.prepare("SELECT * FROM directory").get())

/** Copies an account's row and secrets unchanged into another directory's database. */
const carry = (from: string, to: string, name: string): void =>
  tamper(to, (database) =>
    database.exec(`ATTACH '${databaseFile(from)}' AS other;
      DELETE FROM accounts WHERE name = '${name}';
      INSERT INTO accounts SELECT * FROM other.accounts WHERE name = '${name}';
      INSERT OR REPLACE INTO secrets SELECT * FROM other.secrets
        WHERE account_id = (SELECT id FROM other.accounts WHERE name = '${name}')`)
  )

/** Seals a directory's accounts in the format from before directories had names. */
const age = (at: string): void =>
  tamper(at, (database) => {
    const key = keyOf(secret)
    for (const account of database.prepare("SELECT * FROM accounts").all()) {
      const { id, plugin, name, kind, settings, revision } = account as Record<string, string>
      const plain = {
        id,
        plugin,
        name,
        kind,
        settings,
        revision,
        createdMillis: account["created_millis"]
      } as Seals.Plain
      const value = name === "one" ? ONE : TWO
      const row: AccountRow = Seals.seal(key, undefined, plain, { api_key: value, second: `${value}-second` })
      database.prepare("UPDATE accounts SET seal = ? WHERE id = ?").run(row.seal, row.id)
      for (const { field, sealed } of row.secrets) {
        database.prepare("UPDATE secrets SET sealed = ? WHERE account_id = ? AND field = ?").run(sealed, row.id, field)
      }
    }
    database.exec("UPDATE directory SET bound = 0")
  })

const two = async () => {
  const at = directory()
  await save(at, newAccount("one", ONE), env)
  await save(at, newAccount("two", TWO), env)
  return at
}

describe("an account", () => {
  it("does not open in another directory, though the key is the same", async () => {
    const [at, elsewhere] = [await two(), directory()]
    await save(elsewhere, newAccount("mine", "canary-mine-0123456789"), env)
    carry(at, elsewhere, "one")
    const result = await look(elsewhere, env)
    expect(result).toBeInstanceOf(ProviderError)
    expect(String(result)).toMatch(/sample\/one was changed outside of inlay or is damaged/)
    const accounts = await withAccounts(
      elsewhere,
      storedAccounts.use(({ each }) => each),
      env
    )
    expect(accounts.map(({ named, isDamaged }) => [named.name, isDamaged ?? false])).toEqual([
      ["mine", false],
      ["one", true]
    ])
  })

  it("opens if its directory was moved or copied as a whole", async () => {
    const at = await two()
    const [movedDirectory, copiedDirectory] = [join(directory(), "moved"), join(directory(), "copied")]
    cpSync(at, copiedDirectory, { recursive: true })
    renameSync(at, movedDirectory)
    for (const place of [movedDirectory, copiedDirectory])
      expect(await look(place, env)).toEqual([`one=${ONE}`, `two=${TWO}`])
  })
})

describe("accounts of an earlier program", () => {
  it("are bound when they open for the first time, and as they were they open no more", async () => {
    const at = await two()
    age(at)
    const before = join(directory(), "before")
    cpSync(at, before, { recursive: true })
    expect(await look(at, env)).toEqual([`one=${ONE}`, `two=${TWO}`])
    expect(whole(at)).toMatchObject({ bound: 1 })
    expect(await look(at, env)).toEqual([`one=${ONE}`, `two=${TWO}`])
    carry(before, at, "two")
    expect(String(await look(at, env))).toMatch(/sample\/two/)
  })

  it("stay as they are while their key is away", async () => {
    const at = await two()
    age(at)
    expect(await look(at, { INLAY_SECRET_KEY: randomBytes(32).toString("hex") })).toBeInstanceOf(ProviderError)
    expect(whole(at)).toMatchObject({ bound: 0 })
    expect(await look(at, env)).toEqual([`one=${ONE}`, `two=${TWO}`])
    expect(whole(at)).toMatchObject({ bound: 1 })
  })

  it("are bound although one of them is damaged, so that no other directory's can take its place", async () => {
    const at = await two()
    age(at)
    const before = join(directory(), "before")
    cpSync(at, before, { recursive: true })
    tamper(at, (database) => database.exec("UPDATE accounts SET settings = '{}' WHERE name = 'one'"))
    expect(String(await look(at, env))).toMatch(/sample\/one/)
    expect(whole(at)).toMatchObject({ bound: 1 })
    carry(before, at, "one")
    expect(String(await look(at, env))).toMatch(/sample\/one/)
  })

  it("are bound by processes at once, once", async () => {
    const at = await two()
    age(at)
    expect(await Promise.all([look(at, env), look(at, env), look(at, env)])).toEqual(
      Array.from({ length: 3 }, () => [`one=${ONE}`, `two=${TWO}`])
    )
    expect(whole(at)).toMatchObject({ bound: 1 })
  })
})
