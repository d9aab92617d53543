/**
 * Pairs this browser with a hub, and ends the pairing. Promises: the code is sent once, and only to a program that has
 * greeted as a hub of this extension's protocol version; a pairing that could not be stored is ended at the hub again.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Browser } from "../../browser/Browser.ts"
import type { HubProblem } from "../../messaging/failure.ts"
import { hostDenied, hubFailure } from "../../messaging/own-failures.ts"
import { isObject } from "../../messaging/shape.ts"
import { api } from "../../providers/hub/api.ts"
import { exchange, type HubAnswer } from "../../providers/hub/exchange.ts"
import { errorOf } from "../../providers/hub/failure.ts"
import { meet, recognise } from "../../providers/hub/greeting.ts"
import { Hub } from "../../providers/hub/Hub.ts"
import { HubVault, type PairedHub } from "../../vault/hub.ts"
import { hubOrigin } from "./address.ts"
import type { HubRequests, HubView } from "./requests.ts"

const LIMIT = Duration.seconds(15)
/** A previous hub that does not answer within this time is not waited for. */
const END_LIMIT = Duration.seconds(3)

/** Why a code was rejected, by the status of the answer. */
const PROBLEMS: ReadonlyMap<number, HubProblem> = new Map([
  [400, "codeWrong"],
  [409, "codeUsed"],
  [410, "codeEnded"],
  [429, "codesRefused"]
])

const refusalOf = (origin: string, answer: HubAnswer): ProviderError => {
  if (answer.is === "silence") return hubFailure("gone", origin)
  if (answer.is === "other") return hubFailure("unreadable", origin)
  const error = isObject(answer.json) ? errorOf(answer.json["error"]) : undefined
  if (error === undefined) return hubFailure("unreadable", origin)
  const problem = PROBLEMS.get(answer.status)
  return problem === undefined ? error : hubFailure(problem, origin)
}

export const viewOf = ({ origin, version, name }: HubView): HubView => ({ origin, version, name })

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const vault = yield* HubVault
  const hub = yield* Hub
  const transport = yield* Transport

  /** Revokes a token that is no longer stored, if the hub can be reached. */
  const end = (origin: string, token: string) => exchange(origin, api.unpair, { token, limit: LIMIT })

  const endPrevious = (previous: PairedHub) =>
    Effect.ignore(Effect.andThen(recognise(previous), end(previous.origin, Redacted.value(previous.token))))

  /** @param through the plugins that run through the hub from then on */
  const pair = Effect.fnUntraced(
    function* ({ address, ...request }: HubRequests["pairHub"]["input"], through: ReadonlyArray<string>) {
      const origin = hubOrigin(address)
      if (origin === undefined) return yield* hubFailure("badAddress", "")
      if (!(yield* browser.mayReach(origin))) return yield* hostDenied(origin)
      const greeting = yield* meet(origin)
      const before = yield* Effect.orElseSucceed(vault.find, () => undefined)
      const isSame = before?.hubId === greeting.id
      const isProven = isSame && (yield* Effect.isSuccess(recognise({ ...before, origin })))
      const answer = yield* exchange(origin, api.pair, {
        body: {
          ...request,
          // By it, the hub gives this browser the same name again.
          ...(isProven && { replaces: Redacted.value(before.token) })
        },
        limit: LIMIT
      })
      if (answer.is !== "json" || answer.status !== 201) return yield* refusalOf(origin, answer)
      const pairing = answer.json
      if (!api.pair.isAnswer?.(pairing)) return yield* hubFailure("unreadable", origin)
      const { id, version, token, tokenId, name } = pairing
      if (id !== greeting.id) return yield* hubFailure("another", origin)
      const pairedHub: PairedHub = { origin, hubId: id, version, name, tokenId, token: Redacted.make(token) }
      yield* Effect.tapError(vault.save(pairedHub, through), () => end(origin, token))
      // Revokes the token of the previous pairing, so that nobody can use it any more.
      if (before !== undefined) {
        // A hub that has moved, or its copy, knows the token at the new address too.
        const origins = new Set([before.origin, ...(isSame ? [origin] : [])])
        const endings = Effect.forEach(origins, (place) => endPrevious({ ...before, origin: place }), {
          concurrency: "unbounded",
          discard: true
        })
        // Waited for, because the page then gives back the browser's permission for the previous hub.
        yield* Effect.timeoutOrElse(endings, { duration: END_LIMIT, orElse: () => Effect.void })
      }
      return viewOf(pairedHub)
    },
    Effect.provideService(Transport, transport)
  )

  const unpair = Effect.gen(function* () {
    const isRevoked = yield* hub.ask(api.unpair).pipe(
      Effect.as(true),
      Effect.catch(({ reason }) => Effect.succeed(reason._tag === "Unauthorized" && reason.what === "hub: revoked"))
    )
    yield* vault.remove
    return { isRevoked }
  })

  return { pair, unpair }
})
