/**
 * Finds the record in a response: under any name, in lists, keyed by the requested identifier, a few levels deep. An
 * echo of the request, and blocks about the account, the job or the bill, are not records.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import { everyValue, firstFields } from "./json-path.ts"
import { entryOf, foldKey, join, toText } from "./record-reader.ts"

export interface LocatedRecord {
  readonly record: JsonObject
  /** Dotted path from the response's root; `""` if the response itself is the record. */
  readonly path: string
  /**
   * The object around the record, with its path, if there is one. Some providers put the employer beside the person.
   */
  readonly around: { readonly record: JsonObject; readonly path: string } | undefined
}

/** Fields that distinguish one kind of record. All lists contain field names, in any case. */
export interface Marks {
  /** Keys under which such a record is found, such as `person`. */
  readonly names: ReadonlyArray<string>
  /** Fields that only this kind of record has. */
  readonly own: ReadonlyArray<string>
  /** Fields that other kinds of records may also have. */
  readonly shared: ReadonlyArray<string>
  /** Identifiers. A response may echo them, so they are evidence only if nothing says that nobody matches. */
  readonly identifiers: ReadonlyArray<string>
  /** Fields that many other objects also have. Several of them are evidence, if nothing says that nobody matches. */
  readonly weak: ReadonlyArray<string>
  /** Fields of the other kind of record, except identifiers, which this kind may also have. */
  readonly foreign: ReadonlyArray<string>
  readonly foreignIdentifiers: ReadonlyArray<string>
  /** Folded keys under which the other kind of record is found. */
  readonly foreignKeys: RegExp
  /** Values of `type` and similar fields with which an object names the other kind. */
  readonly foreignType: RegExp
}

export interface Question {
  /** The values of the request, folded. A value that only repeats one of them is no evidence. */
  readonly echoes: ReadonlySet<string>
  /** The request's body, whose identifiers tell which of several records is meant. */
  readonly request: JsonObject
}

/** @param weakly as for `locate` */
export type Locate = (body: unknown, question?: Question, weakly?: boolean) => ReadonlyArray<LocatedRecord>

const foldValue = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "")

/**
 * @param request its body
 * @param isAnswered whether the response is a cached one, in which an identifier of this request is no echo
 */
export const questionOf = (request: JsonObject, isAnswered = false): Question => ({
  echoes: new Set(
    isAnswered ? [] : Object.values(request).flatMap((value) => (typeof value === "string" ? [foldValue(value)] : []))
  ),
  request
})
export const noQuestion = questionOf({})

/** Whether a value contains no information: it is empty at every level, or only repeats the question. */
export const isBare = (value: unknown, question: Question, depth = 0): boolean => {
  if (value === undefined || value === null || value === false || value === 0) return true
  if (typeof value === "string") return value.trim() === "" || question.echoes.has(foldValue(value))
  if (typeof value !== "object") return false
  return depth < 6 && everyValue(value, (inner) => isBare(inner, question, depth + 1))
}

const MAX_DEPTH = 6
/** No provider lists more records for one lookup. */
const MAX_ITEMS = 20
/** Maximum number of objects to visit: enough for any response about one subject. */
const MAX_VISITS = 300

/** Folded keys of blocks that repeat the request, or describe the account. */
export const OF_REQUEST =
  "request(ed|[eo]r)?|query|input|param(eter)?s|criteria|filters?|echo|identifiers|searched|usage|billing|plan|subscription|(rate)?limits?|links?|debug|documentation|docs"
/**
 * Folded keys of blocks about the request, the account, the bill or the transport, which are never about the subject.
 */
export const ASIDE = new RegExp(
  `^(${OF_REQUEST}|meta(data)?|credits?|quota|pagination|paging|page(info)?|errors?|fault|warnings?|job|task|client|(api)?key|support|help|workspace|team|tenant|me|caller|operator|consumer|relationships|suggestions?|similar\\w*|alternatives?|related|didyoumean|\\w*(manager|edby)|(?!\\w*by)\\w*(address|location|countr|industr)\\w*|\\w+names)$`
)
/** Keys that contain the result, whatever it is about. */
export const ENVELOPES = /^(data|results?|response|payload|matches|items|hits|output|records?|body)$/
/** Keys that may contain either a record or the caller's own account. More evidence is required there. */
const DOUBTFUL = /^(account|user|owner|customer|member|currentuser)$/
/** An object that has only a name and one of these fields is an error, a plan or a job. */
const NOT_A_NAME = words("message error errors code detail price progress plan data cost")
/** Fields in which a job has its records. A person may have one of them in words, or empty beside an address. */
const HOLDERS = words("result results output items matches response")

const count = (record: JsonObject, fields: ReadonlyArray<string>, question: Question): number =>
  fields.reduce((sum, field) => (isBare(entryOf(record, field)?.value, question) ? sum : sum + 1), 0)

const hasAny = (record: JsonObject, fields: ReadonlyArray<string>): boolean =>
  fields.some((field) => entryOf(record, field) !== undefined)

const TYPES = words("type object kind entity entityType @type")

const isForeign = (record: JsonObject, marks: Marks): boolean =>
  TYPES.some((key) => {
    const type = record[key]
    return typeof type === "string" && marks.foreignType.test(type)
  })

/** Whether there is more evidence than a name, if nothing says that nobody matches. */
const isLikely = (record: JsonObject, marks: Marks, question: Question): boolean =>
  count(record, marks.weak, question) > 1 || count(record, marks.identifiers, question) > 0

const isJob = (record: JsonObject, marks: Marks, question: Question): boolean =>
  HOLDERS.some((field) => {
    const value = entryOf(record, field)?.value
    if (value === undefined) return false
    return isBare(value, noQuestion) ? !isLikely(record, marks, question) : typeof value !== "string"
  })

/**
 * How strongly an object looks like a record: 2 or more is certain, 1 is a record if nothing inside it is a better
 * match.
 */
const certainty = (record: JsonObject, marks: Marks, question: Question): number => {
  if (isForeign(record, marks)) return 0
  const own = count(record, marks.own, question)
  const sharedCount = count(record, marks.shared, question)
  if (own + sharedCount === 0) return 0
  const foreign = count(record, marks.foreign, question)
  if (own === 0 && foreign + count(record, marks.foreignIdentifiers, question) > 1) return 0
  const bareName = own === 0 && sharedCount === 1 && toText(entryOf(record, "name")?.value) !== undefined
  return bareName && (hasAny(record, NOT_A_NAME) || isJob(record, marks, question)) ? 0 : own + sharedCount
}

const DOUBTFUL_NEED = 3

/** Matches keys of rows: a number, an address or an id, but not a field name. */
export const KEY_OF_ROW = /^\d+$|@|\.|^[\da-f-]{8,}$/

/**
 * Finds the record in a response: several if it lists them, and none if it has none.
 * @param question the request's values, so that their echo is not taken for a record
 * @param weakly also accept identifiers alone and weaker evidence, for responses that do not say that nobody matches
 */
export const locate = (
  body: unknown,
  marks: Marks,
  question: Question,
  weakly = false
): ReadonlyArray<LocatedRecord> => {
  let visits = 0
  const score = (record: JsonObject, named: boolean): number => {
    const certain = certainty(record, marks, question)
    if (!weakly || certain > 0) return certain
    if (isForeign(record, marks) || count(record, marks.foreign, question) > 0) return 0
    // An object in a place with the record's name is a record, even if none of its fields is known, unless an error is
    // there instead, or the known fields are empty.
    const isNamed =
      named && !isBare(record, question) && isBare(record["error"], noQuestion) && !hasAny(record, marks.own)
    return isNamed || isLikely(record, marks, question) ? 1 : 0
  }
  const visit = (
    value: unknown,
    path: string,
    depth: number,
    need: number,
    around: LocatedRecord["around"]
  ): ReadonlyArray<LocatedRecord> => {
    if (depth > MAX_DEPTH || ++visits > MAX_VISITS) return []
    const visitAll = (items: ReadonlyArray<readonly [key: string, item: unknown]>) =>
      items.flatMap(([key, item]) => visit(item, join(path, key), depth + 1, need, around))
    if (Array.isArray(value)) return visitAll(Object.entries(value.slice(0, MAX_ITEMS)))
    if (!isJsonObject(value)) return []
    const own = score(value, around !== undefined)
    const here = own >= need ? [{ record: value, path, around }] : []
    if (own > 1 && here.length > 0) return here
    const fields = firstFields(value)
    if (fields.every(([key]) => KEY_OF_ROW.test(key))) return visitAll(fields.slice(0, MAX_ITEMS))
    let isEnvelope = false
    const places = new Set<string>()
    let inside: ReadonlyArray<LocatedRecord> = []
    for (const name of marks.names) {
      const place = entryOf(value, name)
      if (place === undefined || places.has(place.path)) continue
      // The record's place is empty, so the fields around it may only echo the request.
      isEnvelope ||= isBare(place.value, noQuestion)
      if (typeof place.value !== "object" || place.value === null) continue
      places.add(place.path)
      const enough = DOUBTFUL.test(foldKey(name)) ? DOUBTFUL_NEED : need
      if (inside.length === 0)
        inside = visit(place.value, join(path, place.path), depth + 1, enough, { record: value, path })
    }
    const isHere = here.length > 0 && !isEnvelope
    // A record with little evidence may have its contact points in such a place.
    const isPart = isHere && inside.every(({ record }) => count(record, marks.own, question) === 0)
    if (inside.length > 0 && !isPart) return inside
    // What a record of nulls contains is about others: its neighbours, its parent, a list of the account.
    if (isHere) return here
    if (own === 0 && hasAny(value, marks.own)) return []
    let doubtful: ReadonlyArray<LocatedRecord> = []
    for (const [key, inner] of fields) {
      if (typeof inner !== "object" || inner === null || places.has(key)) continue
      const plainKey = foldKey(key)
      if (ASIDE.test(plainKey) || marks.foreignKeys.test(plainKey)) continue
      const located = visit(
        inner,
        join(path, key),
        depth + 1,
        DOUBTFUL.test(plainKey) ? DOUBTFUL_NEED : need,
        undefined
      )
      if (located.length === 0) continue
      const isSure = located.some(({ record }) => certainty(record, marks, question) > 1)
      const isResult = ENVELOPES.test(plainKey)
      // A name alone may be that of a provider, a step or a tag, if a place for the result has more.
      if (doubtful.length > 0 ? isSure && isResult : isSure || isResult) return located
      if (doubtful.length === 0) doubtful = located
    }
    return doubtful
  }
  return visit(body, "", 0, 1, undefined)
}
