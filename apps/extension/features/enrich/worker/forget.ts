/**
 * Forgets the subject of a tab, or of saved answers.
 *
 * Promises: nothing is sent to a provider or a hub; only the subject that the user saw is erased, by every identifier of
 * the saved record; amounts spent stay counted. What a hub has is erased at the hub.
 */
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import { Steps } from "../../../providers/Steps.ts"
import { Database } from "../../../vault/database/Database.ts"
import { erase, keysBeside } from "../../../vault/erasure.ts"
import type { EnrichRequests } from "../requests.ts"
import { identifierOf } from "../subject/target-of-keys.ts"
import { PLUGIN } from "../subject/target.ts"
import type { Lookup } from "./lookup.ts"

const together = (traces: ReadonlyArray<SubjectTrace>): SubjectTrace => ({
  keys: [...new Set(traces.flatMap(({ keys }) => keys))],
  texts: [...new Set(traces.flatMap(({ texts }) => texts))]
})

/**
 * Erases a person or company by keys or identifiers, and by every identifier of their saved record; a person also from
 * the answers about others that name them.
 * @param lookup an erasure waits for lookups of the same subject, whose answers would be stored after it
 */
export const makeErase = Effect.fnUntraced(function* ({ ended }: Pick<Lookup, "ended">) {
  const steps = yield* Steps
  const database = yield* Database

  const traceOf = (identifiers: ReadonlyArray<string>) =>
    together(identifiers.flatMap((identifier) => steps.traceOf(PLUGIN, identifier) ?? []))

  /** @param about keys that they are stored under, or identifiers as a person would write them */
  return (
    of: "person" | "company",
    about: { readonly keys?: ReadonlyArray<string>; readonly identifiers?: ReadonlyArray<string> }
  ) =>
    Effect.gen(function* () {
      const trace = traceOf(about.identifiers ?? [])
      const ownKeys = [...trace.keys, ...(about.keys ?? [])]
      yield* ended(({ input }) => traceOf(Object.values(input)).keys.some((key) => ownKeys.includes(key)))
      // The record may hold other identifiers too, such as an email address if a profile was asked for.
      const keys = yield* keysBeside(ownKeys)
      const own = traceOf(keys.map((key) => identifierOf(key, of === "person" ? "in" : "company")))
      const all = together([{ keys, texts: [] }, trace, own])
      // Everyone who works at a company names its domain, but their answers are about them.
      return yield* erase(of === "person" ? all : { keys: all.keys, texts: [] })
    }).pipe(Effect.provideService(Database, database))
})

/** @param onChange runs after something was erased */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onChange: Effect.Effect<void>) {
  const eraseSubject = yield* makeErase(lookup)

  const forget = Effect.fnUntraced(function* (tabSubject: EnrichRequests["forget"]["input"]) {
    const target = yield* lookup.subjectWithoutAccount(tabSubject)
    const { profilenet_url, domain } = target.input
    const identifiers = [profilenet_url, domain].filter((one) => one !== undefined)
    const erasure = yield* eraseSubject(target.of, { identifiers })
    yield* onChange
    return erasure
  })

  return { forget } satisfies HandlersOf<Pick<EnrichRequests, "forget">>
})
