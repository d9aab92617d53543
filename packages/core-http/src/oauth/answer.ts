/** The fields of an authorization server's answer: a JSON object, or a form, which some servers write all the same. */

type Fields = Readonly<Record<string, unknown>>

const FORM = /^[\w.-]+=[^\s<>"{}]*(?:&[\w.-]+=[^\s<>"{}]*)*$/

const formOf = (text: string): Fields | undefined => {
  if (!FORM.test(text)) return undefined
  const entries = [...new URLSearchParams(text)]
  // RFC 6749, section 3.2: no parameter stands twice. Which of two would count nobody knows.
  return new Set(entries.map(([name]) => name)).size === entries.length ? Object.fromEntries(entries) : undefined
}

const jsonOf = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** An answer's fields, whatever its media type says; `undefined` where it is neither. */
export const fieldsOf = (text: string, mediaType = ""): Fields | undefined => {
  const bodyText = text.trim()
  return jsonOf(bodyText) ?? (/html|xml/i.test(mediaType) ? undefined : formOf(bodyText))
}
