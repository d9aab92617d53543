/** What both lookups share: identifiers in normal form make a request, and its answer becomes an outcome. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import type { Answer, Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { confirms, isSole, keysByField } from "../identity/lookup-keys.ts"
import { normalForm, type Identifiers } from "../identity/normal-form.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import type { Body, Judge } from "../wire/judges.ts"
import type { Misses } from "./misses.ts"

/** A lookup's input as it arrives: identifiers by their names. What is none is refused. */
export type LookupInput = Readonly<Record<string, unknown>>

/** One kind of lookup over an account's client. */
export interface Lookup<A> {
  /** What sending it would cost and meet. Sends nothing. */
  readonly preview: (input: LookupInput) => Effect.Effect<Preview, ProviderError>
  /** Sends it; fails as `Invalid` with every malformed identifier, or where there is none, before anything is sent. */
  readonly send: (input: LookupInput) => Effect.Effect<Enrichment<A>, ProviderError>
}

export interface LookupOptions<A> {
  readonly kind: "person" | "company"
  readonly operation: string
  readonly endpoint: string
  readonly identifiers: Identifiers
  readonly judge: Judge<A>
  readonly keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly misses: Misses
  readonly profileSites: ReadonlyArray<string>
}

const NO_MATCH = { _tag: "NoMatch" } as const

/** Of a cached answer that an earlier version took for something that it is not. */
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

/** What to say of a record that holds another value than the question, of a kind that a subject has only one of. */
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
    : `The record holds another ${others.map(([field]) => field).join(" and ")} than was asked: it may be about somebody else.`
}

/** @param body of the request that was answered */
const outcomeOf = <A>(
  { kind, operation, judge, keysOf, misses, profileSites }: LookupOptions<A>,
  body: Body,
  answer: Answer
): Effect.Effect<Enrichment<A>, ProviderError> => {
  // A cached answer was judged when it was bought, knowing what was asked then.
  const judgment = answer.match === false ? NO_MATCH : judge(answer, answer.fromCache ? undefined : body)
  if (judgment._tag === "Failure") return Effect.fail(unreadable(operation, answer.body))
  const reading = judgment._tag === "Match" ? judgment.reading : undefined
  const question = keysByField(kind, body, profileSites)
  const recordKeys = reading === undefined ? [] : keysOf(reading.value, profileSites)
  const matchedOn = question.filter(([, key]) => confirms(recordKeys, key)).map(([field]) => field)
  const notice = PurchaseNotice.of(
    answer,
    contradiction(question, recordKeys, matchedOn) ?? misses.noticeOf(reading !== undefined, answer.fromCache)
  )
  return Effect.succeed({
    match: reading !== undefined,
    record: reading?.value ?? null,
    raw: answer.body,
    matchedOn,
    credits: answer.credits ?? { charged: "unknown", basis: "price" },
    fetchedAt: answer.fetchedAt,
    fromCache: answer.fromCache,
    ...(reading !== undefined && { sources: reading.sources }),
    ...(reading?.checkedOn !== undefined && { checkedOn: reading.checkedOn }),
    ...(reading !== undefined && reading.drift.length > 0 && { drift: reading.drift }),
    ...(answer.unkept !== undefined && { unkept: answer.unkept }),
    ...(notice !== undefined && { notice })
  })
}

export const makeLookup = <A>(http: Client, options: LookupOptions<A>): Lookup<A> => {
  const { operation, endpoint, identifiers } = options
  const bodyOf = (input: LookupInput) =>
    Effect.suspend(() => {
      const body = normalForm(identifiers, input)
      return Result.isSuccess(body)
        ? Effect.succeed(body.success)
        : Effect.fail(invalid("salesdata", operation, body.failure))
    })
  const requestOf = (body: Body): CallRequest => ({ operation, method: "POST", endpoint, body })
  return {
    preview: (input) => Effect.flatMap(bodyOf(input), (body) => http.preview(requestOf(body))),
    send: Effect.fnUntraced(function* (input) {
      const body = yield* bodyOf(input)
      const answer = yield* http.call(requestOf(body))
      return yield* outcomeOf(options, body, answer)
    })
  }
}
