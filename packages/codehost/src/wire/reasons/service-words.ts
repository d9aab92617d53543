/** Reads the service's own messages in error responses and prepares them for quoting in this package's messages. */
import * as ProviderText from "@inlay/core-http/ProviderText"

type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object; no fields for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {}

/** Returns the `message` of a response on one line, or an empty text if it has none. */
export const messageOf = (body: unknown): string => {
  const { message } = fieldsOf(body)
  return typeof message === "string" ? ProviderText.line(message) : ""
}

/** Removes the punctuation at the end of a text, so that a colon can follow. */
export const opening = (words: string): string => words.replace(/[.!?:;,…\s]+$/, "")

/** Ends a sentence with a colon and the service's quoted message, or with a full stop if there is none. */
export const after = ProviderText.quoted
