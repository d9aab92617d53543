/** What a provider says when it knows nobody: as a status, as an empty answer, or in words. */
import type { RawAnswer } from "@inlay/core-http/Client"

import { isObject } from "./json-path.ts"
import { toText } from "./reader.ts"

const NOT_FOUND =
  /\b(not[ _-]?found|no[ _-]?(match|results?|records?|data|person|company|contact)\b|does not exist|could ?n['o]t find|unknown (person|company|contact))/i
/** "Not found" about something else than the subject: the key, the account, the provider's own parts. */
const ABOUT_ELSE =
  /\b(api[ _-]?key|key|token|account|tenant|workspace|host|database|server|service|plan|subscription)\b/i
/** A 404 that is about the address, not about the subject: a wrong base address must not read as "nobody". */
const ABOUT_ROUTE = /\b(route|endpoint|path|url|resource path|cannot (get|post)|page)\b/i

const WORD_KEYS = [
  "message",
  "error",
  "code",
  "detail",
  "reason",
  "status",
  "title",
  "error_code",
  "errorCode",
  "error_description"
]

const textsOf = (body: unknown): ReadonlyArray<string> => {
  if (typeof body === "string") return [body]
  if (Array.isArray(body)) return textsOf(body[0])
  if (!isObject(body)) return []
  const words = WORD_KEYS.flatMap((key) => (isObject(body[key]) ? textsOf(body[key]) : [toText(body[key]) ?? ""]))
  const errors = Array.isArray(body["errors"]) ? body["errors"].flatMap(textsOf) : []
  return [...words, ...errors].filter((text) => text !== "")
}

/** The provider's own words about a failure, codes included; `""` where it has none. */
export const wordsOf = (body: unknown): string => textsOf(body).join(" ")

/** What a person may be shown of the provider's words: its sentences, where it has any, without the codes beside them. */
export const sentencesOf = (body: unknown): string => {
  const texts = textsOf(body)
  const sentences = texts.filter((text) => text.includes(" "))
  return (sentences.length > 0 ? sentences : texts).join(" ")
}

const saysNo = (body: unknown): boolean =>
  isObject(body) && ["match", "matched", "found", "exists"].some((key) => body[key] === false)

const isError = (value: unknown): boolean =>
  (typeof value === "string" && value.trim() !== "") || (isObject(value) && Object.keys(value).length > 0)

/** Whether a body reports a failure, whatever its status says. */
export const saysFailure = (body: unknown): boolean =>
  isObject(body) && (body["success"] === false || body["ok"] === false || isError(body["error"]))

/** Whether an answer to a lookup means that nobody matches. Holds for any status. */
export const isNoMatch = ({ status, body }: Pick<RawAnswer, "status" | "body">): boolean => {
  const words = wordsOf(body)
  const elsewhere = ABOUT_ROUTE.test(words) || ABOUT_ELSE.test(words)
  // A body that is no JSON is a web server's own page: about the address, not about anybody.
  if (status === 404) return body !== undefined && !elsewhere
  if (status === 400 || status === 422 || status === 500) return NOT_FOUND.test(words) && !elsewhere
  if (status >= 300) return false
  return saysNo(body) || (saysFailure(body) && NOT_FOUND.test(words) && !elsewhere)
}
