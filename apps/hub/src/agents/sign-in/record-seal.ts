/**
 * Seals records of the authorization server with a key derived from their id. The database holds only the hash of the
 * id.
 */
import { createHash } from "node:crypto"

import * as Vault from "../../accounts/vault/cipher.ts"

const place = (kind: string) => ["oauth record", kind]

const keyOf = (kind: string, id: string): Vault.Key =>
  Vault.keyOf(createHash("sha256").update(`key\0${kind}\0${id}`).digest())

/** The hash that a record is stored under. */
export const hashOf = (kind: string, id: string): string =>
  createHash("sha256").update(`id\0${kind}\0${id}`).digest("hex")

export const seal = (kind: string, id: string, text: string): string =>
  Buffer.from(Vault.seal(keyOf(kind, id), place(kind), text).bytes).toString("base64")

/** Opens a record. Returns `undefined` if it was tampered with. */
export const open = (kind: string, id: string, ciphertext: string): string | undefined => {
  const key = keyOf(kind, id)
  const result = Vault.open([key], place(kind), { keyId: key.id, bytes: Buffer.from(ciphertext, "base64") })
  return "plain" in result ? result.plain : undefined
}
