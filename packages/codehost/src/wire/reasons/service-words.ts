/** The service's own words in an error answer, prepared to be quoted in our sentences. */
import * as ProviderText from "@inlay/core-http/ProviderText"

type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none for anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {}

/** The `message` of an answer, on one line; empty where it has none. */
export const messageOf = (body: unknown): string => {
  const { message } = fieldsOf(body)
  return typeof message === "string" ? ProviderText.line(message) : ""
}

/** Words without the punctuation at their end, to be followed by a colon. */
export const opening = (words: string): string => words.replace(/[.!?:;,…\s]+$/, "")

/** The end of our sentence: a colon and the quoted words of the service, or a full stop. */
export const after = ProviderText.quoted
