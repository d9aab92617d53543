/** What the methods of all resources share: sending one request, decoding its response and mapping failures. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import { factsOf, ProviderError, withReason, type Reason } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { notUnderstood } from "./look-at.ts"
import { decoder, providerError } from "./service.ts"

/** What a GraphQL query returned. */
export interface GraphqlData {
  readonly data: unknown
  readonly headers: Answer["headers"]
  /** Whether parts of the data are null because reading them failed. */
  readonly isPartial: boolean
}

/** What the client's methods use to send requests. */
export interface Http {
  readonly call: Client["call"]
  /**
   * Sends a GraphQL document and returns its data. Fails if the response has no data, and for a query also if the
   * service broke off, so that what is missing cannot be told.
   * @param about the one repository that the document concerns, or `token` if it only asks whose token the account has;
   * for accounts limited to some repositories
   * @param lookAt as in `CallRequest`
   */
  readonly graphql: (
    operation: string,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    about?: { readonly owner: string; readonly repo: string } | "token",
    lookAt?: string
  ) => Effect.Effect<GraphqlData, ProviderError>
  /** Whether reads follow a repository that was renamed: not for an account that is limited to named ones. */
  readonly followRenames: boolean
  /** Why the account may not change anything, or `undefined` if it may. For changes that begin with a read. */
  readonly writeRefusal: Reason | undefined
  /** Pages requested ahead of the one being read. */
  readonly pagesAhead: number
}

/** A request of an operation. */
export type Request = Omit<CallRequest, "operation">

/** Replaces reasons of one kind with a better one, for methods that know more than the service's response says. */
export const explain = <T extends Reason["_tag"]>(
  tag: T,
  better: (reason: Extract<Reason, { _tag: T }>) => Reason
): (<A, R>(call: Effect.Effect<A, ProviderError, R>) => Effect.Effect<A, ProviderError, R>) =>
  Effect.mapError((error) =>
    error.reason._tag === tag ? withReason(error, better(error.reason as Extract<Reason, { _tag: T }>)) : error
  )

/**
 * For work that follows a change: adds to its errors that the change was made. What the error says about the work
 * alone, such as that nothing was sent or to try again, would be taken to be about the change.
 */
export const afterChange = <A, R>(read: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
  Effect.mapError(read, (error) => {
    const { remedy: _remedy, nothing: _nothing, ...reason } = error.reason
    return new ProviderError({
      ...factsOf(error),
      reason: { ...reason, what: `${reason.what} The change was made.` },
      outcome: "unknown"
    })
  })

/** Makes a method for a change that begins with a read. On a read-only account it fails before that read. */
export const writing =
  <I, A>(http: Http, operation: string, run: (input: I) => Effect.Effect<A, ProviderError>) =>
  (input: I): Effect.Effect<A, ProviderError> =>
    http.writeRefusal === undefined ? run(input) : Effect.fail(providerError(operation, http.writeRefusal))

/** Sends one request and decodes its response. */
export const reader = <A>(http: Http, operation: string, schema: Schema.Codec<A, unknown>) => {
  const read = decoder(operation, schema)
  return (request: Request): Effect.Effect<A, ProviderError> =>
    Effect.flatMap(http.call({ operation, ...request }), (answer) =>
      request.method === "GET" ? read(answer) : afterChange(read(answer))
    )
}

/** Makes a method that sends one request and decodes its response with the operation's output schema. */
export const byOutput = <F extends Schema.Struct.Fields, O>(
  http: Http,
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request
) => {
  const read = reader(http, operation.name, operation.output)
  return Operation.method(operation, (input) => read(request(input)))
}

/** Makes a method that sends one request whose response has nothing but a status. */
export const byStatus = <F extends Schema.Struct.Fields, O>(
  http: Http,
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request,
  output: O,
  documented = 204
) =>
  Operation.method(operation, (input) => {
    const callRequest = { operation: operation.name, ...request(input) }
    return Effect.flatMap(http.call(callRequest), ({ status }) =>
      status === documented ? Effect.succeed(output) : Effect.fail(notUnderstood(callRequest))
    )
  })
