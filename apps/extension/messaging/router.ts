/**
 * From a message to its reply. Every message is decoded before it is believed, an unknown one is refused, and whatever
 * goes wrong becomes an error in the pinned JSON form: a page always gets an answer.
 */
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { failureOf } from "../providers/failures.ts"
import type { Reply, RequestName, Requests } from "./contract.ts"
import { Envelope, inputs, isRequestName } from "./requests.ts"

export type Handlers = {
  readonly [N in RequestName]: (input: Requests[N]["input"]) => Effect.Effect<Requests[N]["output"], ProviderError>
}

const decodeEnvelope = Schema.decodeUnknownResult(Envelope)

const malformed = (operation: string, message: string) => invalid("inlay", operation, [{ field: "", message }])

const broken = new ProviderError({
  provider: "inlay",
  operation: "worker",
  reason: {
    _tag: "Unavailable",
    status: 500,
    what: "Something went wrong inside the extension.",
    fix: "Try again; if it stays, reload the extension."
  }
})

const refusal = (error: ProviderError): Reply<RequestName> => ({ ok: false, error: failureOf(error) })

const call = <N extends RequestName>(
  handlers: Handlers,
  name: N,
  input: unknown
): Effect.Effect<Reply<N>, ProviderError> => {
  const decoded = Schema.decodeUnknownResult(inputs[name])(input, { onExcessProperty: "error" })
  return Result.isFailure(decoded)
    ? Effect.fail(malformed(name, "the request is malformed"))
    : Effect.map(handlers[name](decoded.success), (output) => ({ ok: true as const, output }))
}

export const route = (handlers: Handlers, message: unknown): Effect.Effect<Reply<RequestName>> =>
  Effect.gen(function* () {
    const envelope = decodeEnvelope(message)
    if (Result.isFailure(envelope)) return yield* malformed("message", "this is no request")
    const { inlay, input } = envelope.success
    if (!isRequestName(inlay)) return yield* malformed("message", "there is no such request")
    return yield* call(handlers, inlay, input)
  }).pipe(
    Effect.catch((error) => Effect.succeed(refusal(error))),
    Effect.catchCause((cause) => Effect.as(Effect.logError(Cause.pretty(cause)), refusal(broken)))
  )
