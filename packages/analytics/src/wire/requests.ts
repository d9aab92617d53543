/** What the methods of all resources share: sending a request and decoding its response by schema. */
import { mayBeDone, type CallRequest, type Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { decoder, providerError } from "./service.ts"

/** The two services of one account. */
export interface Http {
  readonly data: Client["call"]
  readonly admin: Client["call"]
  /** Why the account cannot change a property, if this is known before anything is sent. */
  readonly mayEdit: (property: string) => Effect.Effect<Reason | undefined>
}

/** The request of an operation. */
export type Request = Omit<CallRequest, "operation">

/** @param refusalOf asked before the request is sent */
const method = <F extends Schema.Struct.Fields, O>(
  call: Client["call"],
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request,
  refusalOf: (input: Schema.Struct<F>["Type"]) => Effect.Effect<Reason | undefined>
) => {
  const { name } = operation
  const read = decoder(name, operation.output)
  return Operation.method(
    operation,
    Effect.fnUntraced(function* (input: Schema.Struct<F>["Type"]) {
      const refusal = yield* refusalOf(input)
      if (refusal !== undefined) return yield* providerError(name, refusal)
      const httpRequest = request(input)
      const answer = yield* call({ operation: name, ...httpRequest })
      // A change whose response cannot be read was made.
      return yield* Effect.mapError(read(answer), (error) =>
        httpRequest.method === "GET" ? error : mayBeDone(error, httpRequest.lookAt)
      )
    })
  )
}

/** A method that sends one request and decodes the response by the operation's output schema. */
export const byOutput = <F extends Schema.Struct.Fields, O>(
  call: Client["call"],
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request
) => method(call, operation, request, () => Effect.undefined)

/** Like `byOutput`, for a change of a property: the credential's role is checked before the request is sent. */
export const byEditor = <F extends Schema.Struct.Fields & { readonly property: Schema.Codec<string> }, O>(
  http: Pick<Http, "admin" | "mayEdit">,
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request
) => method(http.admin, operation, request, (input) => http.mayEdit((input as { readonly property: string }).property))
