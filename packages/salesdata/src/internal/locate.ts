/**
 * Finds the record inside an answer: under any name, in lists, keyed by what was asked, a few levels deep. An echo of the
 * question and blocks about the account, the job or the bill are nobody.
 */
import { everyValue, firstFields, isObject, type JsonObject } from "./json-path.ts"
import { entry, foldKey, join, toText } from "./reader.ts"

export interface Located {
  readonly record: JsonObject
  /** Dotted path from the answer's root; `""` where the answer itself is the record. */
  readonly path: string
  /** The object around the record and its path, where there is one: some put the employer beside the person. */
  readonly around: { readonly record: JsonObject; readonly path: string } | undefined
}

/** What tells one kind of record. All lists are names of fields, in any casing. */
export interface Marks {
  /** Keys under which such a record stands, such as `person`. */
  readonly names: ReadonlyArray<string>
  /** Fields that only such a record has. */
  readonly own: ReadonlyArray<string>
  /** Fields that other records have too. */
  readonly shared: ReadonlyArray<string>
  /** Identifiers: evidence only where nothing says that nobody matches, for an answer may echo them. */
  readonly identifiers: ReadonlyArray<string>
  /** Fields that many other objects have too: several of them are evidence, where nothing says that nobody matches. */
  readonly weak: ReadonlyArray<string>
  /** Fields of the other kind of record; its identifiers apart, which this kind may hold as well. */
  readonly foreign: ReadonlyArray<string>
  readonly foreignIdentifiers: ReadonlyArray<string>
  /** Folded keys under which the other kind of record stands. */
  readonly foreignKeys: RegExp
  /** How an object names the other kind by its own `type`. */
  readonly foreignType: RegExp
}

/** What was asked, folded: values that an answer only repeats. */
export type Asked = ReadonlySet<string>
export const nothingAsked: Asked = new Set()

/** @param weakly as for `locate` */
export type Locate = (body: unknown, asked?: Asked, weakly?: boolean) => Located | undefined

const foldValue = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "")

/** @param body of the request */
export const askedOf = (body: Readonly<Record<string, unknown>> = {}): Asked =>
  new Set(Object.values(body).flatMap((value) => (typeof value === "string" ? [foldValue(value)] : [])))

/** Whether a value says nothing: empty all through, or only what was asked. */
export const isBare = (value: unknown, asked: Asked, depth = 0): boolean => {
  if (value === undefined || value === null || value === false || value === 0) return true
  if (typeof value === "string") return value.trim() === "" || asked.has(foldValue(value))
  if (typeof value !== "object") return false
  return depth < 6 && everyValue(value, (inner) => isBare(inner, asked, depth + 1))
}

const MAX_DEPTH = 6
const MAX_ITEMS = 5
/** Objects looked at: enough for any answer about one subject. */
const MAX_VISITS = 300

/** Folded keys of what is about the question, the account, the bill or the transport, never about whom was asked for. */
export const ASIDE =
  /^(request|query|input|params|parameters|criteria|filters?|echo|requested|identifiers|searched|meta|metadata|usage|credits?|billing|plan|subscription|quota|ratelimits?|limits?|pagination|paging|pageinfo|page|links?|errors?|fault|warnings?|debug|job|task|client|apikey|key|support|help|workspace|team|tenant|me|consumer|documentation|docs|relationships|suggestions?|similar\w*|alternatives?|related|didyoumean)$/
/** Keys that may hold the caller's own account as well as a record: there a record must show more of itself. */
const DOUBTFUL = /^(account|user|owner|customer|member|currentuser)$/
/** An object with one of these beside a bare name is an error, a plan or a job. */
const NOT_A_NAME = ["message", "error", "errors", "code", "detail", "price", "progress", "plan"]

const count = (record: JsonObject, fields: ReadonlyArray<string>, asked: Asked): number =>
  fields.reduce((sum, field) => (isBare(entry(record, field)?.value, asked) ? sum : sum + 1), 0)

const isForeign = (record: JsonObject, marks: Marks): boolean =>
  ["type", "object", "kind", "entity", "entityType", "@type"].some((key) => {
    const said = record[key]
    return typeof said === "string" && marks.foreignType.test(said)
  })

/** How much an object shows of being a record: 2 is certain, 1 is a record where nothing else is nearer. */
const certainty = (record: JsonObject, marks: Marks, asked: Asked): number => {
  if (isForeign(record, marks)) return 0
  const own = count(record, marks.own, asked)
  const shared = count(record, marks.shared, asked)
  if (own + shared === 0) return 0
  const foreign = count(record, marks.foreign, asked)
  if (own === 0 && foreign + count(record, marks.foreignIdentifiers, asked) > 1) return 0
  const bareName = own === 0 && shared === 1 && toText(entry(record, "name")?.value) !== undefined
  return bareName && NOT_A_NAME.some((key) => entry(record, key) !== undefined) ? 0 : own + shared
}

const DOUBTFUL_NEED = 3

/**
 * @param asked what the request held, so that its echo is no record
 * @param weakly accept identifiers alone, and less: for answers of which nothing says that nobody matches
 */
export const locate = (body: unknown, marks: Marks, asked: Asked, weakly = false): Located | undefined => {
  let visits = 0
  const score = (record: JsonObject, named: boolean): number => {
    const certain = certainty(record, marks, asked)
    if (!weakly || certain > 0) return certain
    if (isForeign(record, marks) || count(record, marks.foreign, asked) > 0) return 0
    // What stands in a place of its name is a record, though none of its fields be known.
    const isNamed = named && !isBare(record, asked)
    return isNamed || count(record, marks.weak, asked) > 1 || count(record, marks.identifiers, asked) > 0 ? 1 : 0
  }
  const visit = (
    value: unknown,
    path: string,
    depth: number,
    need: number,
    around: Located["around"]
  ): Located | undefined => {
    if (depth > MAX_DEPTH || ++visits > MAX_VISITS) return undefined
    if (Array.isArray(value)) {
      for (const [i, item] of value.slice(0, MAX_ITEMS).entries()) {
        const found = visit(item, join(path, String(i)), depth + 1, need, around)
        if (found !== undefined) return found
      }
      return undefined
    }
    if (!isObject(value)) return undefined
    const own = score(value, around !== undefined)
    if (own >= need && own > 1) return { record: value, path, around }
    let isEnvelope = false
    const places = new Set<string>()
    let inside: Located | undefined
    for (const name of marks.names) {
      const place = entry(value, name)
      if (place === undefined || places.has(place.path)) continue
      // The record's place is there and empty: what stands around it may echo what was asked.
      isEnvelope ||= isBare(place.value, nothingAsked)
      if (typeof place.value !== "object" || place.value === null) continue
      places.add(place.path)
      const enough = DOUBTFUL.test(foldKey(name)) ? DOUBTFUL_NEED : need
      inside ??= visit(place.value, join(path, place.path), depth + 1, enough, { record: value, path })
    }
    const here = own >= need && !isEnvelope ? { record: value, path, around } : undefined
    // A record with one mark may hold its contact points in such a place.
    const isPart = here !== undefined && inside !== undefined && count(inside.record, marks.own, asked) === 0
    if (inside !== undefined && !isPart) return inside
    if (here !== undefined) return here
    for (const [key, inner] of firstFields(value)) {
      if (typeof inner !== "object" || inner === null || places.has(key)) continue
      const folded = foldKey(key)
      if (ASIDE.test(folded) || marks.foreignKeys.test(folded)) continue
      const found = visit(inner, join(path, key), depth + 1, DOUBTFUL.test(folded) ? DOUBTFUL_NEED : need, undefined)
      if (found !== undefined) return found
    }
    return undefined
  }
  return visit(body, "", 0, 1, undefined)
}
