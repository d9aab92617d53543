/**
 * Seals values with AES-256-GCM, using a random nonce for each seal. The associated data names the place that a value
 * belongs to, so a value that was changed or moved cannot be opened. This module knows nothing of storage or files.
 */

/** Node's crypto module, loaded on first use: importing it would add some milliseconds to every start. */
export const nodeCrypto = () => process.getBuiltinModule("node:crypto")

/** Part of every seal. A change of the sealed layout requires a new number. */
const FORMAT = "inlay vault 1"
const CIPHER = "aes-256-gcm"
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_BYTES = 8

/** A sealing key, and the id by which a sealed value refers to it. */
export interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

/** A sealed value: nonce, ciphertext and tag, in this order. */
export interface SealedValue {
  readonly keyId: string
  readonly bytes: Uint8Array
}

const deriveKey = (secret: Uint8Array, purpose: string, length: number): Uint8Array =>
  new Uint8Array(nodeCrypto().hkdfSync("sha256", secret, "", `${FORMAT} ${purpose}`, length))

/** Derives the key of a 32-byte secret. The key's id reveals nothing about the secret. */
export const keyOf = (secret: Uint8Array): Key => ({
  id: Buffer.from(deriveKey(secret, "key id", ID_BYTES)).toString("hex"),
  bytes: deriveKey(secret, "sealing", KEY_BYTES)
})

/** Joins parts unambiguously: each is preceded by its length. */
export const joinParts = (parts: ReadonlyArray<string | Uint8Array>): Uint8Array =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    })
  )

/** Seals a value. @param place where the value belongs; it cannot be opened for another place */
export const seal = (key: Key, place: ReadonlyArray<string | Uint8Array>, plain: string): SealedValue => {
  const nonce = nodeCrypto().randomBytes(NONCE_BYTES)
  const cipher = nodeCrypto().createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(joinParts([FORMAT, ...place]))
  const ciphertext = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return { keyId: key.id, bytes: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]) }
}

/** Why a value cannot be opened. */
export type OpeningProblem = "unknownKey" | "changed"

/** Opens a value if one of the keys sealed it for this place and it has not been changed. */
export const open = (
  keys: ReadonlyArray<Key>,
  place: ReadonlyArray<string | Uint8Array>,
  { keyId, bytes }: SealedValue
): { readonly plain: string } | { readonly problem: OpeningProblem } => {
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return { problem: "unknownKey" }
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return { problem: "changed" }
  const decipher = nodeCrypto().createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES
  })
  decipher.setAAD(joinParts([FORMAT, ...place]))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const plaintext = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return { plain: plaintext.toString("utf8") }
  } catch {
    return { problem: "changed" }
  }
}
