/**
 * How a stored account is sealed. Each secret is bound to its directory, account and field; the row's own seal covers
 * everything that decides where a secret goes and what the account may do, and every sealed secret, so that no part can be
 * changed, moved, left out or taken from an older row.
 *
 * The directory is bound because one key often seals several: with `INLAY_SECRET_KEY`, whoever can write to two databases
 * could otherwise put the account of one, with its right to spend or to write, into the other. Its name stands in the
 * database, not in its path, so a directory that is moved or restored as a whole still opens. What no seal can tell: a
 * whole older copy of the same database in its place, and, until its accounts were opened once, rows that were sealed
 * before there were names.
 */
import type { AccountRow, SecretRow } from "../../storage/AccountRows.ts"
import * as Vault from "./cipher.ts"

/** What a row says in plain. */
export type Plain = Omit<AccountRow, "keyId" | "seal" | "secrets">

type Secrets = Readonly<Record<string, string>>

/** Where something is sealed for; without a name, as it was before directories had one. */
type Directory = string | undefined

const placeOf = (kind: string, directory: Directory): ReadonlyArray<string> =>
  directory === undefined ? [kind] : [`${kind} of directory`, directory]

const placeOfSecret = (directory: Directory, { id, plugin }: Plain, field: string) => [
  ...placeOf("secret", directory),
  id,
  plugin,
  field
]

const placeOfRow = (directory: Directory, row: Plain, secrets: ReadonlyArray<SecretRow>) => [
  ...placeOf("account", directory),
  row.id,
  row.plugin,
  row.name,
  row.kind,
  row.settings,
  row.revision,
  String(row.createdMillis),
  ...secrets.flatMap(({ field, keyId, sealed }) => [field, keyId, sealed])
]

/** The order in which the database gives them. */
const byField = (a: SecretRow, b: SecretRow) => Buffer.from(a.field).compare(Buffer.from(b.field))

/** @param directory the name of the directory that the account belongs to */
export const seal = (
  key: Vault.Key,
  directory: Directory,
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

/** The secrets of a row, or why it does not open. */
export const open = (
  keys: ReadonlyArray<Vault.Key>,
  directory: Directory,
  row: AccountRow
): { readonly secrets: Secrets } | { readonly problem: Vault.Unopened } => {
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
