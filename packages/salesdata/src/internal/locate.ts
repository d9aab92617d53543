/** Finds the record inside an answer: providers wrap it in many ways. */
import { isObject, type JsonObject } from "./json-path.ts"
import { entry, join } from "./reader.ts"

export interface Located {
  readonly record: JsonObject
  /** Dotted path from the answer's root; `""` where the answer itself is the record. */
  readonly path: string
  /** The object around the record and its path, where there is one: some put the employer beside the person. */
  readonly around: { readonly record: JsonObject; readonly path: string } | undefined
}

const ENVELOPES = ["data", "result", "results", "response", "payload", "matches", "items", "attributes"]
const MAX_DEPTH = 5

const isPresent = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && !(isObject(value) && Object.keys(value).length === 0)

/**
 * @param names keys under which this kind of record stands, such as `person`
 * @param marks keys that tell the record itself; not identifiers, which an answer without a record may echo
 */
export const locate = (
  body: unknown,
  names: ReadonlyArray<string>,
  marks: ReadonlyArray<string>,
  path = "",
  depth = 0
): Located | undefined => {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(body)) return locate(body[0], names, marks, join(path, "0"), depth + 1)
  if (!isObject(body)) return undefined
  const marked = marks.filter((mark) => isPresent(entry(body, mark)?.value)).length
  // A record may itself hold an object of such a name: a person's `contact`, a company's `account`.
  if (marked > 1) return { record: body, path, around: undefined }
  for (const name of names) {
    const found = entry(body, name)
    const inner = Array.isArray(found?.value) ? found.value[0] : found?.value
    if (found !== undefined && isObject(inner) && Object.keys(inner).length > 0) {
      return { record: inner, path: join(path, found.path), around: { record: body, path } }
    }
    // The record's place is there and empty: what stands around it is an envelope, and may echo what was asked.
    if (found !== undefined && !isPresent(inner)) return undefined
  }
  if (marked > 0) return { record: body, path, around: undefined }
  for (const envelope of ENVELOPES) {
    const found = locate(body[envelope], names, marks, join(path, envelope), depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
