/**
 * Erases a person or company by keys or identifiers, and by every identifier of their saved record; a person also from
 * the answers about others that name them. Sends nothing; amounts spent stay counted.
 */
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { Steps } from "../../../providers/Steps.ts"
import { Database } from "../../../vault/database/Database.ts"
import { erase, keysBeside } from "../../../vault/erasure.ts"
import { identifierOf } from "../subject/target-of-keys.ts"
import { PLUGIN } from "../subject/target.ts"
import type { Lookup } from "./lookup.ts"

const together = (traces: ReadonlyArray<SubjectTrace>): SubjectTrace => ({
  keys: [...new Set(traces.flatMap(({ keys }) => keys))],
  texts: [...new Set(traces.flatMap(({ texts }) => texts))]
})

/** @param lookup an erasure waits for lookups of the same subject, whose answers would be stored after it */
export const make = Effect.fnUntraced(function* ({ ended }: Pick<Lookup, "ended">) {
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
