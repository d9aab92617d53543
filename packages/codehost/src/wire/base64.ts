/** Converts file content: the service sends base64; callers get text if the file is text. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

const encoder = new TextEncoder()
/** Keeps a byte order mark, because a file that is read and written back must not change. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The service's own size limit for a file. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

export type FileEncoding = "utf-8" | "base64"

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Returns what is wrong with a file's content, or `undefined` if it is valid. */
export const contentProblem = (content: unknown, encoding: FileEncoding = "utf-8"): string | undefined => {
  if (typeof content !== "string") return "must be text"
  const tooLarge = "is over 100 MB, which the service does not accept"
  if (encoding === "base64") {
    const bare = content.replace(/\s/g, "")
    if ((bare.length / 4) * 3 > MAX_FILE_BYTES + 2) return tooLarge
    return bare.length % 4 === 0 && BASE64.test(bare) ? undefined : "is not base64"
  }
  if (!content.isWellFormed()) return "contains half of a character"
  // Each UTF-16 code unit takes at most three bytes of UTF-8.
  if (content.length > MAX_FILE_BYTES) return tooLarge
  if (content.length * 3 <= MAX_FILE_BYTES) return undefined
  return encoder.encode(content).length > MAX_FILE_BYTES ? tooLarge : undefined
}

/** Encodes content as base64, the form that the service accepts. */
export const toWire = (content: string, encoding: FileEncoding = "utf-8"): string =>
  encoding === "base64" ? content.replace(/\s/g, "") : Base64.encode(encoder.encode(content))

/**
 * Decodes content for callers: text if it is valid UTF-8 without zero bytes, otherwise base64. Returns `undefined` if
 * the content is not valid base64.
 */
export const fromWire = (wire: string): { readonly encoding: FileEncoding; readonly content: string } | undefined => {
  const bare = wire.replace(/\s/g, "")
  const bytes = Base64.decode(bare)
  if (Result.isFailure(bytes)) return undefined
  if (bytes.success.includes(0)) return { encoding: "base64", content: bare }
  const text = Result.try(() => decoder.decode(bytes.success))
  return Result.isSuccess(text) ? { encoding: "utf-8", content: text.success } : { encoding: "base64", content: bare }
}
