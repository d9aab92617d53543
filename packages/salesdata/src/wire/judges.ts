/**
 * The judges of lookup responses. Errors, ledger, cache and outcome all use them, and a cached response is judged again
 * for each lookup that it answers. Judgments are therefore remembered per JSON body, which never changes.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { confirms, keysByField, keysOfCompany, keysOfPerson } from "../identity/lookup-keys.ts"
import type { Company } from "../schema/Company.ts"
import type { Person } from "../schema/Person.ts"
import { isFailed } from "./evidence.ts"
import { judge, type Judgment, type Kind, type ProviderAnswer } from "./judgment.ts"
import { locateCompany, readCompanyAt } from "./reading/company.ts"
import { isBare, questionOf, type LocatedRecord, type Question } from "./reading/locate.ts"
import { locatePerson, readPersonAt } from "./reading/person.ts"
import type { Reading } from "./reading/record-reader.ts"
import type { SearchPage } from "./reading/search-page.ts"

/** A request's body. */
export type Body = Readonly<Record<string, unknown>>

/**
 * @param body of the request, if it is known
 * @param isCached whether the response was judged before, when it was bought
 */
export type Judge<A> = (answer: ProviderAnswer, body?: Body, isCached?: boolean) => Judgment<A>

/** The judge of each paid path. Programs that never search can leave out the search judge. */
export interface Judges {
  readonly person: Judge<Person>
  readonly company: Judge<Company>
  readonly search?: Judge<SearchPage>
}

/** Makes a judge for one kind of call that remembers its judgments. */
export const judgeOf = <A>(kind: Kind<A>): Judge<A> => {
  const judgments = new WeakMap<object, { readonly status: number; readonly judgment: Judgment<A> }>()
  return (answer, request = {}, isCached = false) => {
    const { status, body } = answer
    const isObject = typeof body === "object" && body !== null
    const earlier = isObject ? judgments.get(body) : undefined
    if (earlier?.status === status) return earlier.judgment
    const judgment = judge(kind, answer, questionOf(request, isCached))
    if (isObject) judgments.set(body, { status, judgment })
    return judgment
  }
}

/** A key whatever the network of its profile, because the account's networks are not known here. */
const anywhere = (key: string): string => key.replace(/^shared-|@[^:]*(?=:)/g, "")

/** Whether what was read of two records may be about one subject: apart from lists, no field differs. */
const agree = (one: unknown, other: unknown): boolean => {
  if (one === null || other === null || Array.isArray(one)) return true
  return isJsonObject(one) && isJsonObject(other)
    ? Object.keys(one).every((key) => agree(one[key], other[key]))
    : one === other
}

/**
 * Chooses the one of several records that confirms most of what was asked for. The order of the provider is not
 * trusted: the first may be somebody else.
 */
const choose = <A>(
  kind: "person" | "company",
  places: ReadonlyArray<LocatedRecord>,
  { request }: Question,
  readAt: (place: LocatedRecord) => Reading<A>,
  keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>
): LocatedRecord | "several" | undefined => {
  const requestKeys = places.length < 2 ? [] : keysByField(kind, request, []).map(([, key]) => anywhere(key))
  if (requestKeys.length === 0) return places[0]
  const records = places.map((place) => readAt(place).value)
  const confirmed = records.map((record) => {
    const keys = keysOf(record, []).map(anywhere)
    return requestKeys.filter((key) => confirms(keys, key)).length
  })
  const most = Math.max(...confirmed)
  const isSeveral = most === 0 && records.some((one) => records.some((other) => !agree(one, other)))
  return isSeveral ? "several" : places[confirmed.indexOf(most)]
}

export const judgePerson = judgeOf<Person>({
  places: /^(people|\w+person|(person|contact|profile|lead|prospect)s?)$/,
  locate: (body, question, weakly) => {
    const location = choose("person", locatePerson(body, question, weakly), question, readPersonAt, keysOfPerson)
    if (typeof location !== "object") return location
    const reading = readPersonAt(location)
    return {
      reading,
      isComplete: [...reading.value.emails, ...reading.value.phones].some(({ value }) => !isBare(value, question)),
      isFailed: [body, location.around?.record, location.record].some(isFailed)
    }
  }
})

export const judgeCompany = judgeOf<Company>({
  places: /^(\w*company|companies|organi[sz]ations?|business|firmographics)$/,
  locate: (body, question, weakly) => {
    const location = choose("company", locateCompany(body, question, weakly), question, readCompanyAt, keysOfCompany)
    return typeof location === "object" ? { reading: readCompanyAt(location), isComplete: true } : location
  }
})

export const lookupJudges = { person: judgePerson, company: judgeCompany }

/**
 * Computes the cache and ledger keys of a record's identifiers. They are remembered per record while the sites stay the
 * same.
 */
const keysOnce = <A extends object>(keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>) => {
  const records = new WeakMap<A, { readonly sites: ReadonlyArray<string>; readonly keys: ReadonlyArray<string> }>()
  return (record: A, sites: ReadonlyArray<string>): ReadonlyArray<string> => {
    const earlier = records.get(record)
    if (earlier?.sites === sites) return earlier.keys
    const keys = keysOf(record, sites)
    records.set(record, { sites, keys })
    return keys
  }
}

export const personKeys = keysOnce(keysOfPerson)
export const companyKeys = keysOnce(keysOfCompany)

const recordOf = (
  kind: keyof typeof lookupJudges,
  answer: ProviderAnswer,
  body?: Body
): Person | Company | undefined => {
  const judgment = lookupJudges[kind](answer, body)
  return judgment._tag === "Match" ? judgment.reading.value : undefined
}

/** The keys of the record in a response, or `undefined` if there is no match. */
export const keysOfAnswer = (
  kind: "person" | "company",
  answer: ProviderAnswer,
  sites: ReadonlyArray<string>,
  body?: Body
): ReadonlyArray<string> | undefined => {
  const record = recordOf(kind, answer, body)
  return record && ("emails" in record ? personKeys(record, sites) : companyKeys(record, sites))
}

/** The name of the subject of a response, or `null` if there is none. */
export const nameOfAnswer = (kind: "person" | "company", answer: ProviderAnswer): string | null =>
  recordOf(kind, answer)?.name ?? null
