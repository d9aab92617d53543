/** Allows only one request header in the browser: an ETag, so that reading unchanged data again costs nothing. */
import { invalidReason, type Invalid } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

type Headers = Readonly<Record<string, string>>

/** RFC 9110, section 8.8.3, in visible ASCII. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7E]{0,256}"$/

export const onlyEtag = (headers: Headers): Result.Result<Headers, Invalid> => {
  const wrong = Object.entries(headers).filter(([name, value]) => name !== "if-none-match" || !ETAG.test(value))
  return wrong.length === 0
    ? Result.succeed(headers)
    : Result.fail(invalidReason([{ field: "headers", message: "may only contain if-none-match with an ETag" }]))
}
