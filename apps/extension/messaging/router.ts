/**
 * Handles one message and returns its reply. Every message is validated first, unknown requests are refused, and every
 * failure or defect becomes the facts of an error, so that a page always gets an answer.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import type { Reply, RequestName, Requests } from "./contract.ts"
import { brokenWorker, failureOf, malformed, type RequestError } from "./own-failures.ts"
import { inputs, isRequestName } from "./requests.ts"
import { isObject, isText, type Is } from "./shape.ts"

export type HandlersOf<R> = {
  readonly [N in keyof R]: R[N] extends { readonly input: infer I; readonly output: infer O }
    ? (input: I) => Effect.Effect<O, RequestError>
    : never
}

export type Handlers = HandlersOf<Requests>

const isEnvelope = (value: unknown): value is { readonly inlay: string; readonly input: unknown } =>
  isObject(value) && isText(value["inlay"]) && Object.hasOwn(value, "input")

const refusal = (error: RequestError): Reply<RequestName> => ({ ok: false, error: failureOf(error) })

const call = <N extends RequestName>(
  handlers: {
    readonly [K in N]: (input: Requests[K]["input"]) => Effect.Effect<Requests[K]["output"], RequestError>
  },
  name: N,
  input: unknown
): Effect.Effect<Reply<N>, RequestError> => {
  const isInput: Is<Requests[N]["input"]> = inputs[name]
  return isInput(input)
    ? Effect.map(handlers[name](input), (output) => ({ ok: true as const, output }))
    : Effect.fail(malformed)
}

export const route = (handlers: Handlers, message: unknown): Effect.Effect<Reply<RequestName>> =>
  Effect.gen(function* () {
    if (!isEnvelope(message) || !isRequestName(message.inlay)) return yield* malformed
    return yield* call(handlers, message.inlay, message.input)
  }).pipe(
    Effect.catch((error) => Effect.succeed(refusal(error))),
    Effect.catchCause((cause) => Effect.as(Effect.logError(Cause.squash(cause)), refusal(brokenWorker)))
  )
