/**
 * The text of a hub token: `inlay_`, 256 random bits and a checksum. The checksum distinguishes a mistyped or truncated
 * token from a revoked one, and lets secret scanners recognise tokens. Only the SHA-256 is stored: 256 random bits
 * cannot be guessed, so a slower hash is not needed.
 */
import { hash, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"

const PREFIX = "inlay_"
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const BYTES = 32
/** The number of base-62 digits of 256 bits and of 32 bits. */
const SECRET_CHARS = 43
const CHECKSUM_CHARS = 6

const base62 = (value: bigint, chars: number): string => {
  let rest = value
  let text = ""
  for (let index = 0; index < chars; index++) {
    text = `${DIGITS[Number(rest % 62n)] ?? ""}${text}`
    rest /= 62n
  }
  return text
}

const checksum = (secret: string): string => base62(BigInt(crc32(PREFIX + secret)), CHECKSUM_CHARS)

/** A secret of 256 random bits, encoded as letters and digits. */
export const randomSecret = (): string => base62(BigInt(`0x${randomBytes(BYTES).toString("hex")}`), SECRET_CHARS)

export const make = (): string => {
  const secret = randomSecret()
  return PREFIX + secret + checksum(secret)
}

/** Whether a text has the format and checksum of a token. */
export const isToken = (text: string): boolean => {
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_CHARS)
  return (
    text.startsWith(PREFIX) &&
    text.length === PREFIX.length + SECRET_CHARS + CHECKSUM_CHARS &&
    text.endsWith(checksum(secret))
  )
}

/** The hash that is stored in place of a secret. */
export const hashOf = (secret: string): string => hash("sha256", secret)
