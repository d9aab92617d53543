/** Helpers that all resources share: send a request and decode its response by schema. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import { factsOf, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { decoder } from "./service.ts"

/** The two services of one account. */
export interface Http {
  readonly data: Client["call"]
  readonly admin: Client["call"]
  /** Why the account cannot change a property, if this is known before anything is sent. */
  readonly mayEdit: (property: string) => Effect.Effect<Reason | undefined>
}

/** The request of an operation. */
export type Request = Omit<CallRequest, "operation">

/** For reads after a change: an error states that the change itself was made. */
const afterChange = <A, R>(
  read: Effect.Effect<A, ProviderError, R>,
  look: string | undefined
): Effect.Effect<A, ProviderError, R> =>
  Effect.mapError(
    read,
    (error) =>
      new ProviderError({
        ...factsOf(error),
        outcome: "unknown",
        reason: { ...error.reason, remedy: { to: "lookFirst", ...(look !== undefined && { at: look }) } }
      })
  )

/** A method that sends one request and decodes the response by the operation's output schema. */
export const byOutput = <F extends Schema.Struct.Fields, O>(
  call: Client["call"],
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request
) => {
  const read = decoder(operation.name, operation.output)
  return Operation.method(operation, (input) => {
    const httpRequest = request(input)
    const changes = httpRequest.changes ?? httpRequest.method !== "GET"
    return Effect.flatMap(call({ operation: operation.name, ...httpRequest }), (answer) =>
      changes ? afterChange(read(answer), httpRequest.lookAt) : read(answer)
    )
  })
}
