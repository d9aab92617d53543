/** An account can be opened only in its own directory, wherever that is moved. */
import { randomBytes } from "node:crypto"
import { cpSync, renameSync } from "node:fs"
import { join } from "node:path"

import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { CANARIES, look, newAccount, save, storedAccounts, tamper, withAccounts } from "../../testing/vault-world.ts"

const directory = temporaryDirectories()
const [ONE, TWO] = CANARIES
const secret = randomBytes(32)
const env = { INLAY_SECRET_KEY: secret.toString("base64") }

/** Copies an account's row and secrets unchanged into another directory's database. */
const carry = (from: string, to: string, name: string): void =>
  tamper(to, (database) =>
    database.exec(`ATTACH '${databaseFile(from)}' AS other;
      DELETE FROM accounts WHERE name = '${name}';
      INSERT INTO accounts SELECT * FROM other.accounts WHERE name = '${name}';
      INSERT OR REPLACE INTO secrets SELECT * FROM other.secrets
        WHERE account_id = (SELECT id FROM other.accounts WHERE name = '${name}')`)
  )

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
