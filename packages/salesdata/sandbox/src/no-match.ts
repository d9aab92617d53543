// The formats in which providers report that nobody matches.

import { hashText } from "./dataset/random.ts"

export const noMatchStyles = [
  "404",
  "null",
  "empty-object",
  "empty-array",
  "null-record",
  "match-false",
  "500"
] as const
/** A way to report that there is no match. */
export type NoMatchStyle = (typeof noMatchStyles)[number]

/** The styles that differ from a failure. The 500 style is used only if the settings ask for it. */
const usualStyles = noMatchStyles.filter((style) => style !== "500")

/** The same identifiers always get the same style. */
export const styleFor = (identifiers: Readonly<Record<string, unknown>>): NoMatchStyle =>
  usualStyles[hashText(JSON.stringify(identifiers)) % usualStyles.length] ?? "404"

export const noMatchAnswer = (
  style: NoMatchStyle,
  noun: "person" | "company",
  remaining: number
): { readonly status: number; readonly body: unknown } => {
  switch (style) {
    case "404":
      return {
        status: 404,
        body: { success: false, code: "not_found", message: `No ${noun} matches these identifiers.` }
      }
    case "null":
      return { status: 200, body: null }
    case "empty-object":
      return { status: 200, body: {} }
    case "empty-array":
      return { status: 200, body: [] }
    case "null-record":
      return { status: 200, body: { success: true, [noun]: null, credits: { charged: 0, remaining } } }
    case "match-false":
      return { status: 200, body: { match: false } }
    case "500":
      return { status: 500, body: { success: false, message: `${noun} not found` } }
  }
}
