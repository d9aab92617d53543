/** Finds the record inside an answer: providers wrap it in many ways. */
import { isObject, type JsonObject } from "./json-path.ts"

export interface Located {
  readonly record: JsonObject
  /** Dotted path from the answer's root; `""` where the answer itself is the record. */
  readonly path: string
}

const ENVELOPES = ["data", "result", "results", "response", "payload", "matches", "items"]

/**
 * @param names keys under which this kind of record stands, such as `person`
 * @param marks keys that tell the record itself
 */
export const locate = (
  body: unknown,
  names: ReadonlyArray<string>,
  marks: ReadonlyArray<string>,
  path = "",
  depth = 0
): Located | undefined => {
  if (depth > 4) return undefined
  const join = (key: string) => (path === "" ? key : `${path}.${key}`)
  if (Array.isArray(body)) return locate(body[0], names, marks, join("0"), depth + 1)
  if (!isObject(body)) return undefined
  const marked = marks.filter((mark) => body[mark] !== undefined && body[mark] !== null && body[mark] !== "").length
  // A record may itself hold an object of such a name: a person's `contact`, a company's `account`.
  if (marked > 1) return { record: body, path }
  for (const name of names) {
    const inner = Array.isArray(body[name]) ? body[name][0] : body[name]
    if (isObject(inner) && Object.keys(inner).length > 0) return { record: inner, path: join(name) }
  }
  if (marked > 0) return { record: body, path }
  for (const envelope of ENVELOPES) {
    const found = locate(body[envelope], names, marks, join(envelope), depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
