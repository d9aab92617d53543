/** The service's own words in an answer that says no, fit to be part of a sentence of ours. */
import * as ProviderText from "@inlay/core-http/ProviderText"

type Fields = Readonly<Record<string, unknown>>

/** An object's fields; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {}

/** The message of an answer, on one line; empty where it has none. */
export const messageOf = (body: unknown): string => {
  const { message } = fieldsOf(body)
  return typeof message === "string" ? ProviderText.line(message) : ""
}

/** Words as the beginning of a sentence that goes on after a colon. */
export const opening = (words: string): string => words.replace(/[.!?:;,…\s]+$/, "")

/** The end of a sentence of ours: the service's words, marked as such, after a colon, or nothing. */
export const after = ProviderText.quoted
