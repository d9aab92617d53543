/**
 * Seals stored accounts. Each secret is bound to its directory, account and field. The row's own seal covers every
 * sealed secret and everything that decides where a secret is sent and what the account may do, so that no part can be
 * changed, moved, left out or taken from an older row.
 *
 * The directory is bound because one key often seals several: with `INLAY_SECRET_KEY`, an attacker who can write to two
 * databases could otherwise copy an account, with its permission to spend or to write, from one into the other. The
 * directory's name is stored in the database and does not depend on its path, so a directory that is moved or restored
 * as a whole still opens. An older copy of the whole database cannot be detected.
 */
import type { AccountRow, SecretRow } from "../../storage/AccountRows.ts"
import * as Vault from "./cipher.ts"

/** The part of a row that is not encrypted. */
export type Plain = Omit<AccountRow, "keyId" | "seal" | "origin" | "secrets">

type Secrets = Readonly<Record<string, string>>

const placeOfSecret = (directory: string, { id, plugin }: Plain, field: string) => [
  "secret of directory",
  directory,
  id,
  plugin,
  field
]

const placeOfRow = (directory: string, row: Plain, secrets: ReadonlyArray<SecretRow>) => [
  "account of directory",
  directory,
  row.id,
  row.plugin,
  row.name,
  row.kind,
  row.settings,
  row.revision,
  String(row.createdMillis),
  ...secrets.flatMap(({ field, keyId, sealed }) => [field, keyId, sealed])
]

/** The order in which the database returns secrets. */
const byField = (a: SecretRow, b: SecretRow) => Buffer.from(a.field).compare(Buffer.from(b.field))

/** Seals an account. @param directory the name of the directory that the account belongs to */
export const seal = (
  key: Vault.Key,
  directory: string,
  { id, plugin, name, kind, settings, revision, createdMillis }: Plain,
  secrets: Secrets
): AccountRow => {
  const plain: Plain = { id, plugin, name, kind, settings, revision, createdMillis }
  const rows = Object.entries(secrets)
    .map(([field, value]) => {
      const { keyId, bytes } = Vault.seal(key, placeOfSecret(directory, plain, field), value)
      return { field, keyId, sealed: bytes }
    })
    .sort(byField)
  const { keyId, bytes } = Vault.seal(key, placeOfRow(directory, plain, rows), "")
  return { ...plain, keyId, seal: bytes, secrets: rows }
}

/** Opens the secrets of a row, or returns why they cannot be opened. */
export const open = (
  keys: ReadonlyArray<Vault.Key>,
  directory: string,
  row: AccountRow
): { readonly secrets: Secrets } | { readonly problem: Vault.OpeningProblem } => {
  const whole = Vault.open(keys, placeOfRow(directory, row, row.secrets), { keyId: row.keyId, bytes: row.seal })
  if ("problem" in whole) return whole
  const secrets: Record<string, string> = {}
  for (const { field, keyId, sealed } of row.secrets) {
    const secret = Vault.open(keys, placeOfSecret(directory, row, field), { keyId, bytes: sealed })
    if ("problem" in secret) return secret
    secrets[field] = secret.plain
  }
  return { secrets }
}
