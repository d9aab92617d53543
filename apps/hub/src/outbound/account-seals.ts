/**
 * How a stored account is sealed. Each secret is bound to its account and field; the row's own seal covers everything that
 * decides where a secret goes and what the account may do, and every sealed secret, so that no part can be changed, moved,
 * left out or taken from an older row.
 */
import type { AccountRow, SecretRow } from "../storage/Accounts.ts"
import * as Vault from "./vault.ts"

/** What a row says in plain. */
export type Plain = Omit<AccountRow, "keyId" | "seal" | "secrets">

type Secrets = Readonly<Record<string, string>>

const placeOfSecret = ({ id, plugin }: Plain, field: string) => ["secret", id, plugin, field]

const placeOfRow = (row: Plain, secrets: ReadonlyArray<SecretRow>) => [
  "account",
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

export const seal = (
  key: Vault.Key,
  { id, plugin, name, kind, settings, revision, createdMillis }: Plain,
  secrets: Secrets
): AccountRow => {
  const plain: Plain = { id, plugin, name, kind, settings, revision, createdMillis }
  const rows = Object.entries(secrets)
    .map(([field, value]) => {
      const { keyId, bytes } = Vault.seal(key, placeOfSecret(plain, field), value)
      return { field, keyId, sealed: bytes }
    })
    .sort(byField)
  const { keyId, bytes } = Vault.seal(key, placeOfRow(plain, rows), "")
  return { ...plain, keyId, seal: bytes, secrets: rows }
}

/** The secrets of a row, or why it does not open. */
export const open = (
  keys: ReadonlyArray<Vault.Key>,
  row: AccountRow
): { readonly secrets: Secrets } | { readonly problem: Vault.Unopened } => {
  const whole = Vault.open(keys, placeOfRow(row, row.secrets), { keyId: row.keyId, bytes: row.seal })
  if ("problem" in whole) return whole
  const secrets: Record<string, string> = {}
  for (const { field, keyId, sealed } of row.secrets) {
    const opened = Vault.open(keys, placeOfSecret(row, field), { keyId, bytes: sealed })
    if ("problem" in opened) return opened
    secrets[field] = opened.plain
  }
  return { secrets }
}
