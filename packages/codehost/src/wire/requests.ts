/** What the methods of a resource share: one request sent, its answer read by a schema, and what a failure means. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import { factsOf, ProviderError, withReason, type Reason } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { decoder } from "./decoder.ts"

/** What the methods of the client send with. */
export interface Http {
  readonly call: Client["call"]
  /**
   * Sends a GraphQL document and gives its data; fails where all of it failed.
   * @param repository the one repository that it is about, for accounts that are limited to some
   * @param lookAt as for a call
   */
  readonly graphql: (
    operation: string,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    repository?: { readonly owner: string; readonly repo: string },
    lookAt?: string
  ) => Effect.Effect<unknown, ProviderError>
  /** Why the account may not change anything; `undefined` where it may. For changes that begin with a read. */
  readonly writeRefusal: Reason | undefined
  /** Pages requested ahead of the one being read. */
  readonly pagesAhead: number
}

/** A request of an operation. */
export type Request = Omit<CallRequest, "operation">

export const failed = (operation: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: "codehost", operation, reason })

/** Replaces reasons of one kind by a better one, where the method knows more than the service's answer says. */
export const explain = <T extends Reason["_tag"]>(
  tag: T,
  better: (reason: Extract<Reason, { _tag: T }>) => Reason
): (<A, R>(call: Effect.Effect<A, ProviderError, R>) => Effect.Effect<A, ProviderError, R>) =>
  Effect.mapError((error) =>
    error.reason._tag === tag ? withReason(error, better(error.reason as Extract<Reason, { _tag: T }>)) : error
  )

/** For work after a change was made: an error says that the change was made all the same. */
export const afterChange = <A, R>(read: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
  Effect.mapError(
    read,
    (error) =>
      new ProviderError({
        ...factsOf(error),
        outcome: "unknown",
        reason: { ...error.reason, what: `${error.reason.what} The change was made.`, remedy: { to: "lookFirst" } }
      })
  )

/** A change that begins with a read. On a read-only account it is refused before that read. */
export const writing =
  <I, A>(http: Http, operation: string, run: (input: I) => Effect.Effect<A, ProviderError>) =>
  (input: I): Effect.Effect<A, ProviderError> =>
    http.writeRefusal === undefined ? run(input) : Effect.fail(failed(operation, http.writeRefusal))

/** Sends one request and reads its answer. */
export const reader = <A>(http: Http, operation: string, schema: Schema.Codec<A, unknown>) => {
  const read = decoder(operation, schema)
  return (request: Request): Effect.Effect<A, ProviderError> =>
    Effect.flatMap(http.call({ operation, ...request }), (answer) =>
      request.method === "GET" ? read(answer) : afterChange(read(answer))
    )
}

/** A method that sends one request and reads its answer by the operation's output. */
export const byOutput = <F extends Schema.Struct.Fields, O>(
  http: Http,
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request
) => {
  const read = reader(http, operation.name, operation.output)
  return Operation.method(operation, (input) => read(request(input)))
}

/** A method that sends one request whose answer matters by its status alone. */
export const byStatus = <F extends Schema.Struct.Fields, O>(
  http: Http,
  operation: Operation.Operation<F, O>,
  request: (input: Schema.Struct<F>["Type"]) => Request,
  outcome: (answer: Answer) => O
) =>
  Operation.method(operation, (input) =>
    Effect.map(http.call({ operation: operation.name, ...request(input) }), outcome)
  )
