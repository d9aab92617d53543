/** File content on the wire: base64 there, text here where it is text. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

const encoder = new TextEncoder()
/** A byte order mark stays: what is written back must be what was read. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The service's own limit on a file. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

export type FileEncoding = "utf-8" | "base64"

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** What keeps a file's content from being sent, before any of it is encoded. */
export const contentProblem = (content: unknown, encoding: FileEncoding = "utf-8"): string | undefined => {
  if (typeof content !== "string") return "must be text"
  const tooLarge = "is over 100 MB, which the service does not take"
  if (encoding === "base64") {
    const bare = content.replace(/\s/g, "")
    if ((bare.length / 4) * 3 > MAX_FILE_BYTES + 2) return tooLarge
    return bare.length % 4 === 0 && BASE64.test(bare) ? undefined : "is not base64"
  }
  if (!content.isWellFormed()) return "holds half of a character"
  // A character takes one to three bytes of UTF-8 for each of its units here.
  if (content.length > MAX_FILE_BYTES) return tooLarge
  if (content.length * 3 <= MAX_FILE_BYTES) return undefined
  return encoder.encode(content).length > MAX_FILE_BYTES ? tooLarge : undefined
}

/** Content as the service takes it. */
export const toWire = (content: string, encoding: FileEncoding = "utf-8"): string =>
  encoding === "base64" ? content.replace(/\s/g, "") : Base64.encode(encoder.encode(content))

/** Content as callers read it: text where every byte of it is, base64 anywhere else; `undefined` where it is neither. */
export const fromWire = (wire: string): { readonly encoding: FileEncoding; readonly content: string } | undefined => {
  const bare = wire.replace(/\s/g, "")
  const bytes = Base64.decode(bare)
  if (Result.isFailure(bytes)) return undefined
  if (bytes.success.includes(0)) return { encoding: "base64", content: bare }
  const text = Result.try(() => decoder.decode(bytes.success))
  return Result.isSuccess(text) ? { encoding: "utf-8", content: text.success } : { encoding: "base64", content: bare }
}
