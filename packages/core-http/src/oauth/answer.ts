/**
 * Parses the fields of an authorization server's answer: a JSON object, or a form, which some servers send
 * nevertheless.
 */

import { isJsonObject, type JsonObject } from "../json/object.ts"

const FORM = /^[\w.-]+=[^\s<>"{}]*$/

const formOf = (text: string): JsonObject | undefined => {
  if (!FORM.test(text)) return undefined
  const entries = [...new URLSearchParams(text)]
  // RFC 6749, section 3.2, forbids repeated parameters, and it would be unclear which of two counts.
  return new Set(entries.map(([name]) => name)).size === entries.length ? Object.fromEntries(entries) : undefined
}

const jsonOf = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Parses an answer's fields, whatever its media type says. Returns `undefined` if it is neither JSON nor a form. */
export const fieldsOf = (text: string, mediaType = ""): JsonObject | undefined => {
  const bodyText = text.trim()
  return jsonOf(bodyText) ?? (/html|xml/i.test(mediaType) ? undefined : formOf(bodyText))
}
