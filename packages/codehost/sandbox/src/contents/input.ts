// Parses the input of file writes: base64 content with a size limit, path, author and committer.

import { isObject } from "@inlay/sandbox-kit/json"

import { isoSeconds } from "../frame/clock.ts"
import { type Context, viewerOf } from "../frame/context.ts"
import { invalidRequest, unprocessable } from "../frame/errors.ts"
import { optionalText, requiredText, requireFields } from "../frame/fields.ts"
import type { Signature } from "../git/store.ts"

/** The pattern has no repeated group, which would overflow the stack on a file of several megabytes. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Decodes base64 and ignores whitespace. Returns undefined if the text is not valid base64. */
export const fromBase64 = (text: string): Buffer | undefined => {
  const compact = text.replaceAll(/\s/g, "")
  return isBase64(compact) ? Buffer.from(compact, "base64") : undefined
}

/** Refuses content that is too large for one request. */
export const checkSize = ({ state }: Context, content: Buffer): Buffer => {
  if (content.length <= state.settings.largestInputBytes) return content
  throw unprocessable(
    "Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository and then pushing it to GitHub."
  )
}

/** The author or committer given in the body, or undefined if the body has none. */
export const givenSignature = (
  { body }: Context,
  name: "author" | "committer",
  date: string
): Signature | undefined => {
  const signature = body[name]
  if (signature === undefined || signature === null) return undefined
  if (!isObject(signature)) {
    throw invalidRequest(`For 'properties/${name}', ${JSON.stringify(signature)} is not an object.`)
  }
  requireFields(signature, "name", "email")
  const when = Date.parse(optionalText(signature, "date") ?? date)
  if (Number.isNaN(when)) throw invalidRequest(`For 'properties/${name}/date', it is not a date.`)
  return { name: requiredText(signature, "name"), email: requiredText(signature, "email"), date: isoSeconds(when) }
}

/** A signature of the caller. */
export const selfSignature = (context: Context, date: string): Signature => {
  const { login, name } = viewerOf(context)
  return { name: name ?? login, email: `${login}@codehost.example`, date }
}
