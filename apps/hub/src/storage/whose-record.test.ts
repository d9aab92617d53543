/**
 * No lookup is ever answered with another subject's record: mixed lookups at a provider whose identities are exact
 * strings.
 */
import { assert, describe, it } from "@effect/vitest"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { layerMemory as ledgerInMemory, type Ledger } from "@inlay/core-http/Ledger"
import { layerMemory as cacheInMemory, type LookupCache } from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import { defaults, make } from "@inlay/salesdata/client"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { holdersOf, subjects } from "../testing/identities/identities.ts"
import { identityProvider, questionOf, type IdentityProvider } from "../testing/identities/provider.ts"
import { lookups, type Lookup } from "../testing/identities/questions.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import * as Storage from "./Storage.ts"

const directory = temporaryDirectories()

/** `INLAY_LOOKUPS` sets more for a long run. SQLite gets half as many, which take as long. */
const LOOKUPS = Number(process.env["INLAY_LOOKUPS"] ?? 1_600)
const AT_ONCE = 40

interface Outcome {
  readonly match: boolean
  readonly raw: unknown
  readonly matchedOn: ReadonlyArray<string>
  readonly fromCache: boolean
}

/** Whether a record contains a value of the identity's kind, if a subject has only one value of that kind. */
const shows = (record: Readonly<Record<string, unknown>>, identity: string): boolean =>
  (identity.startsWith("profile:") && "profile_url" in record) || (identity.startsWith("abn:") && "abn" in record)

/** Why an outcome belongs to another subject, or claims a match that it is not; undefined if it is correct. */
const wrongOf = (provider: IdentityProvider, { kind, identities }: Lookup, outcome: Outcome): string | undefined => {
  if (!outcome.match) return undefined
  const id = String((outcome.raw as { readonly record_id?: unknown }).record_id)
  const subject = subjects.find((one) => one.id === id)
  if (subject === undefined) return `a record of nobody, ${id}`
  const isOwnAnswer = provider.hasAnswered(questionOf(kind, identities), id)
  if (!outcome.fromCache && !isOwnAnswer) return `${id}, the answer to another request`
  const isHeld = identities.some((identity) => holdersOf(kind, identity).includes(subject))
  if (!isHeld && !isOwnAnswer) return `${id}, who holds none of what was asked`
  // Only if the record shows it: a record without a profile may belong to the person with the profile.
  const isOther = (identity: string) => shows(subject.record, identity) && !holdersOf(kind, identity).includes(subject)
  if (identities.some(isOther) && !isOwnAnswer) return `${id}, whom what was asked contradicts`
  return !isHeld && outcome.matchedOn.length > 0 ? `${id}, who is said to match` : undefined
}

const mixedRecords = Effect.fnUntraced(function* (count: number) {
  const provider = yield* identityProvider
  const client = yield* make({
    ...defaults,
    baseAddress: Result.getOrThrow(BaseAddress.parse(provider.origin)),
    credential: Credential.bearer(Redacted.make("the-account-key")),
    scope: "salesdata/test",
    profileSites: ["network.example"],
    concurrency: AT_ONCE
  })
  const counts = { answered: 0, cached: 0, missed: 0, failed: 0 }
  const wrong: Array<string> = []
  const ask = Effect.fnUntraced(function* (lookup: Lookup) {
    const enrich: Effect.Effect<Outcome, unknown> =
      lookup.kind === "person" ? client.people.enrich(lookup.input) : client.companies.enrich(lookup.input)
    const outcome = yield* Effect.result(enrich)
    // A question whose answer was about somebody else may be refused the next time. That does not count as answered.
    if (Result.isFailure(outcome)) return void counts.failed++
    counts.answered++
    if (outcome.success.fromCache) counts.cached++
    if (!outcome.success.match) counts.missed++
    const why = wrongOf(provider, lookup, outcome.success)
    if (why !== undefined) wrong.push(`${JSON.stringify(lookup.input)} got ${why}`)
  })
  yield* Effect.forEach(lookups(count, 7), ask, { concurrency: AT_ONCE, discard: true })
  return { wrong, ...counts, requests: provider.requests() }
})

describe.each([
  ["memory", LOOKUPS, () => Layer.mergeAll(ledgerInMemory, cacheInMemory)],
  ["SQLite", LOOKUPS / 2, () => Storage.layer(directory())]
] as const)("with the cache in %s", (_, count, stores: () => Layer.Layer<Ledger | LookupCache, unknown>) => {
  it.live(
    `${count} mixed lookups are answered with no record of another`,
    () =>
      Effect.gen(function* () {
        const { wrong, ...counts } = yield* mixedRecords(count)
        assert.deepStrictEqual(wrong.slice(0, 10), [], JSON.stringify(counts))
        // All cases occurred: bought, cached, missed.
        assert.isAbove(counts.answered, count / 2)
        assert.isAbove(counts.cached, count / 10)
        assert.isAbove(counts.missed, count / 100)
        assert.isAbove(counts.requests, count / 20)
      }).pipe(Effect.provide(Layer.mergeAll(Node.layer, Layer.provide(Spend.layer("run"), stores())))),
    120_000
  )
})
