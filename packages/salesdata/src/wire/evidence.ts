/**
 * Evidence that a response without a readable record means "no match": empty places, counts of zero, reported failures.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { everyValue, firstFields } from "./reading/json-path.ts"
import { ASIDE, ENVELOPES, isBare, noQuestion, type Question } from "./reading/locate.ts"
import { entryOf, foldKey, spell, toText } from "./reading/record-reader.ts"

const NO_ERROR = /^(|0|none|null|false|ok|no ?error)$/

const isError = (value: unknown): boolean =>
  typeof value === "string" ? !NO_ERROR.test(spell(value)) : !isBare(value, noQuestion)

/** Whether a body reports a failure, whatever its HTTP status. */
export const saysFailure = (body: unknown): boolean =>
  isJsonObject(body) && (body["success"] === false || body["ok"] === false || isError(body["error"]))

const hasStatus = (body: JsonObject, words: RegExp): boolean =>
  ["status", "match_status"].some((name) => words.test(toText(entryOf(body, name)?.value) ?? ""))

/** Whether a body reports a success. */
export const saysSuccess = (body: unknown): boolean =>
  isJsonObject(body) && (body["success"] === true || body["ok"] === true || hasStatus(body, SUCCESS_WORD))

const SUCCESS_WORD = /^(ok|success(ful)?)$/i

/** Whether a lookup's response, or a record in it, is that of a lookup that failed. */
export const isFailed = (body: unknown): boolean =>
  saysFailure(body) || (isJsonObject(body) && hasStatus(body, FAILURE_WORD))

/** Whether a lookup's response reports a failure. Further fields of it can only be about the lookup. */
export const hasFailed = (body: unknown): boolean =>
  isFailed(body) || (isJsonObject(body) && (isError(body["errors"]) || isError(body["fault"])))

export const FAILURE_WORD = /^(error|fail(ed|ure)?)$/i

const DENIED = /^(matched|match(status|result)|(is|has)?match|(is|person|company|email)?found|exists)$/
const COUNTED = /^(total(results|count)?|count|found|match(es|ed)|numresults|results?count)$/
const NONE = /^none$/i
const NO = /^(no(ne)?|false)$/i
const CHARGE = /^(((is)?credits?)?charged|credits(used|consumed)|credits?cost)$/

/** A field of a job that goes on, and its value: `done: false`, `progress: 40`. */
const UNFINISHED =
  /^(is)?((done|finished|ready|completed?)false|(pending|processing|queued|running|inprogress)true)$|^progress(0?\.\d+|\d\d?)$/
/** When or where to ask again. */
const LATER = /^(retry(after|in)|poll)/

/** Whether a field says that nobody matches: `match: false`, `matched: "no"`. */
const isDenial = (key: string, value: unknown): boolean =>
  DENIED.test(foldKey(key)) && (value === false || (typeof value === "string" && NO.test(value)))

interface Evidence {
  /** A place for the record or the result exists and is empty. */
  empty?: true
  /** The same, for a place named after the record. */
  emptyRecord?: true
  /** An explicit "match: false", or a count of zero. */
  denied?: true
  /** The provider says that it charged nothing. */
  free?: true
  /** Contains data that was not read. */
  unread?: true
  /** A job that goes on, by a field of its own: `done: false`. */
  unfinished?: true
}

const MAX_DEPTH = 4

export const evidenceOf = (body: unknown, places: RegExp, question: Question): Evidence => {
  const evidence: Evidence = {}
  /**
   * @param inPlaces whether all enclosing keys are known places, or names of the items of a batch
   * @param isNamed whether all are known places
   */
  const visit = (value: unknown, depth: number, inPlaces: boolean, isNamed: boolean): void => {
    if (depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) visit(item, depth + 1, inPlaces, isNamed)
      return
    }
    if (!isJsonObject(value)) return
    for (const [key, inner] of firstFields(value)) {
      const plainKey = foldKey(key)
      const names = places.test(plainKey)
      const isPlace = names || ENVELOPES.test(plainKey)
      const isNone = typeof inner === "string" && NONE.test(inner)
      const bare = isNone || isBare(inner, question)
      if ((inner === 0 || inner === false) && CHARGE.test(plainKey)) evidence.free = true
      if (inPlaces && (isDenial(key, inner) || (inner === 0 && COUNTED.test(plainKey)))) evidence.denied = true
      const isWaiting = typeof inner !== "object" && UNFINISHED.test(plainKey + JSON.stringify(inner))
      // Deeper under another name, it is about a part of the record, such as a course.
      if ((isNamed || (inPlaces && depth < 3)) && (isWaiting || (!bare && LATER.test(plainKey))))
        evidence.unfinished = true
      if (inPlaces && bare && names) evidence.emptyRecord = true
      if (inPlaces && bare && isPlace) evidence.empty = true
      const staysNamed = isNamed && isPlace
      // An empty place may still say that it is not filled yet.
      if (typeof inner !== "object" || inner === null || (bare && !staysNamed)) continue
      if (!bare && !ASIDE.test(plainKey)) evidence.unread = true
      // The items of a batch may be under arbitrary names.
      visit(inner, depth + 1, !bare && inPlaces && (isPlace || depth > 0), staysNamed)
    }
  }
  visit(body, 0, true, true)
  return evidence
}

/** Whether a value is empty at every level. False and zero are not empty. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && everyValue(value, isEmpty))

const NOBODY = /^(not.?found|no.?match)$/i

/** Whether a body explicitly says that nobody matches. */
export const deniesMatch = (body: Readonly<Record<string, unknown>>): boolean =>
  firstFields(body).some(([key, value]) => isDenial(key, value)) || hasStatus(body, NOBODY)
