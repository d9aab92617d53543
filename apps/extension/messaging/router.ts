/**
 * From a message to its reply. Every message is decoded before it is believed, an unknown one is refused, and whatever
 * goes wrong becomes an error in the pinned JSON form: a page always gets an answer.
 */
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { failureOf } from "../providers/failures.ts"
import type { Reply, RequestName, Requests } from "./contract.ts"
import { inputs, isRequestName } from "./requests.ts"
import { isObject, isText, type Is } from "./shape.ts"

export type Handlers = {
  readonly [N in RequestName]: (input: Requests[N]["input"]) => Effect.Effect<Requests[N]["output"], ProviderError>
}

const isEnvelope = (value: unknown): value is { readonly inlay: string; readonly input: unknown } =>
  isObject(value) && isText(value["inlay"]) && Object.hasOwn(value, "input")

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
  const isInput: Is<Requests[N]["input"]> = inputs[name]
  return isInput(input)
    ? Effect.map(handlers[name](input), (output) => ({ ok: true as const, output }))
    : Effect.fail(malformed(name, "the request is malformed"))
}

export const route = (handlers: Handlers, message: unknown): Effect.Effect<Reply<RequestName>> =>
  Effect.gen(function* () {
    if (!isEnvelope(message)) return yield* malformed("message", "this is no request")
    const { inlay, input } = message
    if (!isRequestName(inlay)) return yield* malformed("message", "there is no such request")
    return yield* call(handlers, inlay, input)
  }).pipe(
    Effect.catch((error) => Effect.succeed(refusal(error))),
    Effect.catchCause((cause) => Effect.as(Effect.logError(Cause.pretty(cause)), refusal(broken)))
  )
