/** Asks a hub to watch for events that nobody subscribed to, for as long as somebody listens. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { refusalOf, request, textOf, type HubAddress } from "./hub-request.ts"
import type { WantedEvents } from "./wanted.ts"

/** The hub drops a listener that has not renewed its watch for three minutes. */
const RENEWAL = Duration.minutes(1)

/** What a hub watches: an account, a place there, and the ways in which events come from it. */
const WatchedPlace = Schema.Struct({ account: Schema.String, place: Schema.String, ways: Schema.Array(Schema.String) })
type WatchedPlace = typeof WatchedPlace.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(WatchedPlace))

/**
 * Begins a watch, and renews it until the calling fiber ends. Fails if the hub refuses it.
 *
 * @param account as the user named it; absent if the hub is to choose
 */
export const beginWatch = Effect.fnUntraced(function* (
  hub: HubAddress,
  { plugin, trigger, target }: WantedEvents,
  account: string | undefined,
  note: (text: string) => Effect.Effect<void>
) {
  const wantedAccount = account === undefined || account.includes("/") ? account : `${plugin.id}/${account}`

  const askFor = (asked: string | undefined) =>
    Effect.scoped(
      Effect.gen(function* () {
        const response = yield* request(hub, "/api/watches", {}, { trigger: trigger.id, target, account: asked })
        return { status: response.status, text: yield* textOf(response) }
      })
    )
  const watchedOf = ({ status, text }: { readonly status: number; readonly text: string }) =>
    Effect.mapError(Effect.fromOption(decode(text)), () => refusalOf(status, text))

  let watched: Result.Result<WatchedPlace, ProviderError> = Result.succeed(
    yield* Effect.flatMap(askFor(wantedAccount), watchedOf)
  )
  let isChanged = false
  const change = yield* Latch.make()
  const become = (next: typeof watched) => {
    watched = next
    isChanged = true
    return change.open
  }

  const renew = Effect.gen(function* () {
    yield* Effect.sleep(RENEWAL)
    if (Result.isFailure(watched)) return
    const { account: before, place } = watched.success
    // Another account that was connected meanwhile makes no difference, unless this one is gone.
    const answer = yield* Effect.result(
      askFor(before).pipe(
        Effect.flatMap((one) => (one.status === 404 ? askFor(wantedAccount) : Effect.succeed(one))),
        Effect.flatMap(watchedOf)
      )
    )
    if (Result.isFailure(answer)) return yield* answer.failure.isRetryable ? Effect.void : become(answer)
    const next = answer.success
    if (next.account === before && next.place === place) return
    yield* note(`The hub now has these events of ${next.account} at ${next.place}.`)
    yield* become(answer)
  })
  yield* Effect.forkChild(Effect.forever(renew), { startImmediately: true })

  return {
    /** What the hub watches now. Fails once it refuses to go on. */
    current: Effect.suspend(() => {
      isChanged = false
      return Effect.andThen(change.close, Effect.fromResult(watched))
    }),
    /** Whether `current` has changed since it was last read. */
    isChanged: () => isChanged,
    /** Waits until `current` has changed since it was last read. */
    change: change.await
  }
})
