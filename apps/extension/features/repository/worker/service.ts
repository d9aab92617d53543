/**
 * Runs the code host plugin's steps for the repository page, whichever way the account runs. Promises: nothing is sent
 * while offline or to an origin that the user has not allowed; output that cannot be read is a failure; a change is
 * sent once.
 */
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import { notConnected, unreadable, type RequestError } from "../../../messaging/own-failures.ts"
import { hasFields, isNumberIn, isRecord, isText, type Is } from "../../../messaging/shape.ts"
import { ConnectedAccounts } from "../../../providers/ConnectedAccounts.ts"
import { Steps } from "../../../providers/Steps.ts"

export const PLUGIN = "codehost"

/** The output of the API Call step. */
const isApiAnswer = hasFields({
  status: isNumberIn(100, 599),
  headers: isRecord(isText),
  body: (_value): _value is unknown => true
})

export interface Get {
  readonly endpoint: string
  /** The fields of the answer that are used; the hub sends no others. */
  readonly fields?: ReadonlyArray<string>
  readonly etag?: string | undefined
}

/** Enough for everything that a page shows of a list. Without this option the hub cuts an answer to 16 KB. */
export const WHOLE = { max_kb: 150 }

export type Service = Effect.Success<typeof make>

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const steps = yield* Steps
  const connectedAccounts = yield* ConnectedAccounts

  const run = Effect.fnUntraced(function* ({ plugin, account }: AccountRef, step: string, input: object) {
    const connectedAccount = yield* connectedAccounts.find({ plugin, account })
    if (connectedAccount === undefined || plugin !== PLUGIN) return yield* notConnected
    yield* connectedAccounts.sendable(connectedAccount)
    const ask = { plugin, account, step: `${PLUGIN}_${step}`, input }
    return yield* browser.awake(steps.run(ask, { isFree: true }))
  })

  /** Runs a step and reads its output. */
  const read = <A>(ref: AccountRef, step: string, input: object, is: Is<A>): Effect.Effect<A, RequestError> =>
    Effect.flatMap(run(ref, step, input), (output) => (is(output) ? Effect.succeed(output) : Effect.fail(unreadable())))

  const call = (ref: AccountRef, input: Get) =>
    read(
      ref,
      "api_call",
      {
        method: "GET",
        endpoint: input.endpoint,
        ...WHOLE,
        ...(input.fields !== undefined && { fields: input.fields }),
        ...(input.etag !== undefined && { headers: { "if-none-match": input.etag } })
      },
      isApiAnswer
    )

  return {
    run,
    read,
    /** Sends a `GET` request to an endpoint and returns the whole answer. */
    call,
    /** The same, but returns only the body. */
    body: <A>(ref: AccountRef, input: Get, is: Is<A>): Effect.Effect<A, RequestError> =>
      Effect.flatMap(call(ref, input), ({ body }) => (is(body) ? Effect.succeed(body) : Effect.fail(unreadable())))
  }
})
