/** Both lookups of a client: makes a request from normalised identifiers, and an outcome from its response. */
import type { Client } from "@inlay/core-http/Client"
import { defined } from "@inlay/core-http/json-object"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import type { Answer, Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { confirms, isSole, keysByField } from "../identity/lookup-keys.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import { companyKeys, judgeCompany, judgePerson, personKeys, type Body, type Judge } from "../wire/judges.ts"
import type { Misses } from "./misses.ts"
import { bodyOf, LOOKUPS, requestOf, type LookupKind } from "./requests.ts"
import type { Settings } from "./settings.ts"

/** One kind of lookup, bound to an account's client. */
export interface Lookup<A> {
  /** Returns what the lookup would cost and which limits would apply. Sends nothing. */
  readonly preview: (input: unknown) => Effect.Effect<Preview, ProviderError>
  /**
   * Sends the lookup. Fails as `Invalid` before anything is sent if identifiers are malformed, naming all of them, or
   * if there are none.
   */
  readonly send: (input: unknown) => Effect.Effect<Enrichment<A>, ProviderError>
}

interface LookupOptions<A> extends LookupKind {
  readonly judge: Judge<A>
  readonly keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly misses: Misses
  readonly profileSites: ReadonlyArray<string>
}

/** A cached response that this version judges differently from the version that stored it. */
const unreadable = (operation: string, raw: unknown) =>
  new ProviderError({
    provider: "salesdata",
    operation,
    reason: {
      _tag: "Decode",
      what: "The cached answer to this lookup cannot be read.",
      remedy: { to: "readAnswer" },
      nothing: "sent"
    },
    raw
  })

type Keys = ReturnType<typeof keysByField>

const kindOf = (key: string): string => key.slice(0, key.indexOf(":"))

/**
 * Describes how a record contradicts the question: it holds another value for an identifier of which a subject has only
 * one.
 */
const contradiction = (
  question: Keys,
  recordKeys: ReadonlyArray<string>,
  matchedOn: ReadonlyArray<string>
): string | undefined => {
  const others = question.filter(
    ([field, key]) =>
      isSole(key) && !matchedOn.includes(field) && recordKeys.some((other) => kindOf(other) === kindOf(key))
  )
  return others.length === 0
    ? undefined
    : `The record has a different ${others.map(([field]) => field).join(" and ")} than requested: it may be about somebody else.`
}

/** @param body of the request */
const outcomeOf = <A>(
  { kind, operation, judge, keysOf, misses, profileSites }: LookupOptions<A>,
  body: Body,
  answer: Answer
): Effect.Effect<Enrichment<A>, ProviderError> => {
  const judgment = answer.match === false ? undefined : judge(answer, body, answer.fromCache)
  if (judgment?._tag === "Failure") return Effect.fail(unreadable(operation, answer.body))
  const reading = judgment?._tag === "Match" ? judgment.reading : undefined
  const question = keysByField(kind, body, profileSites)
  const recordKeys = reading === undefined ? [] : keysOf(reading.value, profileSites)
  const matchedOn = question.filter(([, key]) => confirms(recordKeys, key)).map(([field]) => field)
  const notice = PurchaseNotice.of(
    answer,
    contradiction(question, recordKeys, matchedOn) ?? misses.noticeOf(reading !== undefined, answer.fromCache)
  )
  const { drift = [], sources, checkedOn } = reading ?? {}
  const { credits = { charged: "unknown", basis: "price" }, fetchedAt, fromCache, uncached } = answer
  return Effect.succeed({
    match: reading !== undefined,
    record: reading?.value ?? null,
    raw: answer.body,
    matchedOn,
    credits,
    fetchedAt,
    fromCache,
    ...defined({ sources, checkedOn, uncached, notice }),
    ...(drift.length > 0 && { drift })
  })
}

const makeLookup = <A>(http: Client, options: LookupOptions<A>): Lookup<A> => {
  const bodyFor = (input: unknown) => Effect.suspend(() => Effect.fromResult(bodyOf(options, input)))
  return {
    preview: (input) => Effect.flatMap(bodyFor(input), (body) => http.preview(requestOf(options, body))),
    send: Effect.fnUntraced(function* (input) {
      const body = yield* bodyFor(input)
      const answer = yield* http.call(requestOf(options, body))
      return yield* outcomeOf(options, body, answer)
    })
  }
}

/** The two lookups of an account. */
export const makeLookups = (http: Client, { profileSites }: Settings, misses: Misses) => {
  const shared = { misses, profileSites }
  return {
    person: makeLookup(http, { ...LOOKUPS.person, ...shared, judge: judgePerson, keysOf: personKeys }),
    company: makeLookup(http, { ...LOOKUPS.company, ...shared, judge: judgeCompany, keysOf: companyKeys })
  }
}
