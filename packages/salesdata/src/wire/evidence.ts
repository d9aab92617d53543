/** What an answer without a readable record shows of having none: empty places, counts of none, failures that it reports. */
import { everyValue, firstFields, isObject } from "./reading/json-path.ts"
import { ASIDE, isBare, noQuestion, type Question } from "./reading/locate.ts"
import { foldKey } from "./reading/record-reader.ts"

const isError = (value: unknown): boolean =>
  value === true || (typeof value === "string" ? value.trim() !== "" : !isBare(value, noQuestion))

/** Whether a body reports a failure, whatever its status says. */
export const saysFailure = (body: unknown): boolean =>
  isObject(body) && (body["success"] === false || body["ok"] === false || isError(body["error"]))

/** The same of a lookup's own answer, whose status and errors are about nothing else. */
export const hasFailed = (body: unknown): boolean =>
  saysFailure(body) ||
  (isObject(body) &&
    (isError(body["errors"]) ||
      isError(body["fault"]) ||
      (typeof body["status"] === "string" && FAILURE_WORD.test(body["status"]))))

export const FAILURE_WORD = /^(error|fail|failed|failure)$/i

const DENIED = /^(match|matched|found|exists|ismatch|hasmatch|isfound|personfound|companyfound|emailfound)$/
const COUNTED = /^(total|totalresults|totalcount|count|found|matches|matched|numresults|resultscount|resultcount)$/
/** Keys under which the answer itself stands, whatever it is about. */
const ENVELOPES = /^(data|result|results|response|payload|matches|items|hits|output|records|record|body)$/
const CHARGE =
  /^(charged|creditscharged|creditsused|creditsconsumed|creditcost|creditscost|iscreditcharged|creditcharged)$/

interface Evidence {
  /** A place where the record or the answer stands is there and empty. */
  empty: boolean
  /** The same, of a place that names the record. */
  emptyRecord: boolean
  /** An explicit false of a match, or a count of none. */
  denied: boolean
  /** The provider says that it charged nothing. */
  free: boolean
  /** There is something in it that is not read. */
  unread: boolean
}

const MAX_DEPTH = 4

export const evidenceOf = (body: unknown, places: RegExp, question: Question): Evidence => {
  const evidence: Evidence = { empty: false, emptyRecord: false, denied: false, free: false, unread: false }
  /** @param known whether all that stands around it are known places */
  const visit = (value: unknown, depth: number, inPlaces: boolean): void => {
    if (depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) visit(item, depth + 1, inPlaces)
      return
    }
    if (!isObject(value)) return
    for (const [key, inner] of firstFields(value)) {
      const plainKey = foldKey(key)
      const names = places.test(plainKey)
      const isPlace = names || ENVELOPES.test(plainKey)
      const bare = isBare(inner, question)
      if ((inner === 0 || inner === false) && CHARGE.test(plainKey)) evidence.free = true
      if (inPlaces && ((inner === false && DENIED.test(plainKey)) || (inner === 0 && COUNTED.test(plainKey))))
        evidence.denied = true
      if (inPlaces && bare && names) evidence.emptyRecord = true
      if (inPlaces && bare && isPlace) evidence.empty = true
      if (typeof inner !== "object" || inner === null || bare) continue
      if (!ASIDE.test(plainKey)) evidence.unread = true
      // Items of a batch stand under names that nobody can know.
      visit(inner, depth + 1, inPlaces && (isPlace || depth > 0))
    }
  }
  visit(body, 0, true)
  return evidence
}

/** Empty all through; a false or a zero says something. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && everyValue(value, isEmpty))

/** Whether a body says outright that nobody matches. */
export const deniesMatch = (body: Readonly<Record<string, unknown>>): boolean =>
  firstFields(body).some(([key, value]) => value === false && DENIED.test(foldKey(key)))
