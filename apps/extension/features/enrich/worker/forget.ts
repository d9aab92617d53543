/**
 * Forgets the subject of a tab.
 *
 * Promises: nothing is sent to a provider or a hub; only the subject that the user saw is erased, by every identifier of
 * the saved record; amounts spent stay counted. What a hub has is erased at the hub.
 */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import type { EnrichRequests } from "../requests.ts"
import * as eraseSubject from "./erase-subject.ts"
import type { Lookup } from "./lookup.ts"

/** @param onChange runs after something was erased */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onChange: Effect.Effect<void>) {
  const erase = yield* eraseSubject.make(lookup)

  const forget = Effect.fnUntraced(function* (tabSubject: EnrichRequests["forget"]["input"]) {
    const target = yield* lookup.subjectWithoutAccount(tabSubject)
    const { profilenet_url, domain } = target.input
    const identifiers = [profilenet_url, domain].filter((one) => one !== undefined)
    const erasure = yield* erase(target.of, { identifiers })
    yield* onChange
    return erasure
  })

  return { forget } satisfies HandlersOf<Pick<EnrichRequests, "forget">>
})
