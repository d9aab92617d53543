/**
 * Previews of lookups, without the client. Every popup waits for one, and loading the client would take longer than the
 * rest of it.
 */
import type { Connection } from "@inlay/agent-plugin/Plugin"
import * as Credential from "@inlay/core-http/Credential"
import * as Purse from "@inlay/core-http/Purse"
import { free, Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { pricing } from "../client/pricing.ts"
import { bodyOf, LOOKUPS, requestOf, type LookupKind } from "../client/requests.ts"
import type { Settings } from "../client/settings.ts"
import { STEPS } from "./step-infos.ts"

const kindOf = (step: string): LookupKind | undefined =>
  step === STEPS.person.id ? LOOKUPS.person : step === STEPS.company.id ? LOOKUPS.company : undefined

/** @param whole the previews of the client, for everything but the lookups of a usable account */
export const makePreviews = Effect.fnUntraced(function* (settings: Settings, whole: Connection["preview"]) {
  const spend = yield* Spend
  const { credential, baseAddress } = settings
  const purse = yield* Effect.cached(Effect.uninterruptible(Purse.of(credential, baseAddress)))
  const priceOf = pricing(settings)
  const isUsable = Credential.problem(credential) === undefined

  const preview: Connection["preview"] = Effect.fnUntraced(function* (step, input) {
    const lookup = kindOf(step)
    if (lookup === undefined || !isUsable) return yield* whole(step, input)
    const body = yield* Effect.fromResult(bodyOf(lookup, input))
    const price = priceOf(requestOf(lookup, body), lookup.endpoint)
    return price === undefined ? free : yield* spend.preview({ ...price, purse: yield* purse })
  })
  return preview
})
