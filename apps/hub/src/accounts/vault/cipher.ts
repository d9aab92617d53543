/**
 * Seals secrets and the rows they stand in: AES-256-GCM, a random nonce for each seal, and associated data that says where
 * the sealed value belongs, so that one that was changed or moved does not open. Knows no storage and no files.
 */

/** Node's, loaded with the first seal: importing it would cost every start some milliseconds. */
export const nodeCrypto = () => process.getBuiltinModule("node:crypto")

/** Goes into every seal: another layout of what is sealed takes another number. */
const FORMAT = "inlay vault 1"
const CIPHER = "aes-256-gcm"
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_BYTES = 8

/** A key that seals, and the name by which a sealed value says which one opens it. */
export interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

/** A sealed value: nonce, ciphertext, tag. */
export interface Sealed {
  readonly keyId: string
  readonly bytes: Uint8Array
}

const deriveKey = (secret: Uint8Array, purpose: string, length: number): Uint8Array =>
  new Uint8Array(nodeCrypto().hkdfSync("sha256", secret, "", `${FORMAT} ${purpose}`, length))

/** The key of a secret of 32 bytes; its id says nothing about it. */
export const keyOf = (secret: Uint8Array): Key => ({
  id: Buffer.from(deriveKey(secret, "key id", ID_BYTES)).toString("hex"),
  bytes: deriveKey(secret, "sealing", KEY_BYTES)
})

/** Parts as one sequence of bytes that no other parts make: each with its length before it. */
export const joinParts = (parts: ReadonlyArray<string | Uint8Array>): Uint8Array =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    })
  )

/** @param place where the value belongs; it opens nowhere else */
export const seal = (key: Key, place: ReadonlyArray<string | Uint8Array>, plain: string): Sealed => {
  const nonce = nodeCrypto().randomBytes(NONCE_BYTES)
  const cipher = nodeCrypto().createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(joinParts([FORMAT, ...place]))
  const ciphertext = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return { keyId: key.id, bytes: Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]) }
}

/** Why a value does not open. */
export type Unopened = "unknownKey" | "changed"

/** The value, where one of the keys sealed it for this place and nobody changed it since. */
export const open = (
  keys: ReadonlyArray<Key>,
  place: ReadonlyArray<string | Uint8Array>,
  { keyId, bytes }: Sealed
): { readonly plain: string } | { readonly problem: Unopened } => {
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
