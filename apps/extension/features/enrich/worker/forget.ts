/**
 * Forgetting whom a tab shows.
 *
 * Promises: nothing is sent; only whom the user saw is erased, by every identifier that the kept record has; the money stays.
 */
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { hubFailure, movedOn, storageFailure } from "../../../providers/failures.ts"
import { Provider } from "../../../providers/provider.ts"
import { Database } from "../../../vault/database.ts"
import { erase, keysBeside } from "../../../vault/erasure.ts"
import { wayOf } from "../../accounts/way.ts"
import type { EnrichRequests } from "../requests.ts"
import { identifierOf } from "../subject/target-of-keys.ts"
import { targetOf, PLUGIN, profileSites } from "../subject/target.ts"
import type { Lookup } from "./lookup.ts"

const together = (traces: ReadonlyArray<SubjectTrace>): SubjectTrace => ({
  keys: [...new Set(traces.flatMap(({ keys }) => keys))],
  texts: [...new Set(traces.flatMap(({ texts }) => texts))]
})

/** @param changed runs after something was erased */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onChange: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider
  const database = yield* Database

  const traceOf = (identifiers: ReadonlyArray<string>) =>
    together(identifiers.flatMap((identifier) => provider.traceOf(PLUGIN, identifier) ?? []))

  const forget = Effect.fnUntraced(function* ({ tabId, subject, ...ref }: EnrichRequests["forget"]["input"]) {
    if (wayOf(ref) === "hub") return yield* hubFailure("forget", "atHub", "")
    const { settings } = yield* lookup.connected("forget", ref)
    const address = yield* browser.addressOf(tabId)
    const target = address === undefined ? undefined : targetOf(address, profileSites(settings))
    if (target === undefined || target.subject.key !== subject) return yield* movedOn("forget")
    const { profilenet_url, domain } = target.input
    const trace = traceOf([profilenet_url, domain].filter((one) => one !== undefined))
    const erasure = yield* Effect.gen(function* () {
      // The record may name them otherwise too: by an e-mail address, where a profile was asked.
      const keys = yield* keysBeside(trace.keys)
      const room = target.subject.kind === "person" ? "in" : "company"
      const own = traceOf(keys.map((key) => identifierOf(key, room)))
      return yield* erase(together([{ keys, texts: [] }, trace, own]))
    }).pipe(
      Effect.provideService(Database, database),
      Effect.mapError((error) => storageFailure("forget", error))
    )
    yield* onChange
    return erasure
  })

  const handlers: HandlersOf<Pick<EnrichRequests, "forget">> = { forget }
  return handlers
})
