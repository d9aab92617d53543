/** What every method of a resource does: judge its input, send one request, read the answer by its schema. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { decoder } from "./decoder.ts"
import { check, type Rules } from "./inputs.ts"

/** What resources send through. */
export interface Http {
  readonly call: Client["call"]
  /**
   * The data of a GraphQL document; fails where nothing of it was answered.
   * @param repository what it is about, where it is about one alone: an account limited to others may not ask
   * @param howToLook as for a call
   */
  readonly graphql: (
    operation: string,
    query: string,
    variables: Readonly<Record<string, unknown>>,
    repository?: { readonly owner: string; readonly repo: string },
    howToLook?: string
  ) => Effect.Effect<unknown, ProviderError>
  /** Why the account changes nothing; `undefined` where it may. For changes that read first. */
  readonly unwritable: Reason | undefined
  /** Pages asked for ahead of the one that is read. */
  readonly pagesAhead: number
}

/** A request of an operation. */
export type Request = Omit<CallRequest, "operation">

export const failed = (operation: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: "codehost", operation, reason })

/** Rewrites the reasons of one kind: the service's words say less than the call knows. */
export const explain = <T extends Reason["_tag"]>(
  tag: T,
  better: (reason: Extract<Reason, { _tag: T }>) => Reason
): (<A, R>(call: Effect.Effect<A, ProviderError, R>) => Effect.Effect<A, ProviderError, R>) =>
  Effect.mapError((error) =>
    error.reason._tag === tag
      ? new ProviderError({ ...partsOf(error), reason: better(error.reason as Extract<Reason, { _tag: T }>) })
      : error
  )

const partsOf = ({ provider, operation, outcome }: ProviderError) => ({
  provider,
  operation,
  ...(outcome !== undefined && { outcome })
})

/** What follows the answer of a change that was made: whatever fails now, it was made. */
export const changed = <A, R>(read: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
  Effect.mapError(
    read,
    (error) =>
      new ProviderError({
        provider: error.provider,
        operation: error.operation,
        outcome: "unknown",
        reason: { ...error.reason, fix: "It was carried out all the same: look at it before you repeat it." }
      })
  )

/** A method: nothing is sent where its input breaks a rule. */
export const method =
  <I extends object, A>(operation: string, rules: Rules, run: (input: I) => Effect.Effect<A, ProviderError>) =>
  (input: I): Effect.Effect<A, ProviderError> =>
    Effect.flatMap(check(operation, input, rules), () => run(input))

/** A change that begins with a read: refused before it, where the account may not write. */
export const writing =
  <I extends object, A>(http: Http, operation: string, run: (input: I) => Effect.Effect<A, ProviderError>) =>
  (input: I): Effect.Effect<A, ProviderError> =>
    http.unwritable === undefined ? run(input) : Effect.fail(failed(operation, http.unwritable))

/** Sends one request and reads its answer. */
export const reader = <A>(http: Http, operation: string, schema: Schema.Codec<A, unknown>) => {
  const read = decoder(operation, schema)
  return (request: Request): Effect.Effect<A, ProviderError> =>
    Effect.flatMap(http.call({ operation, ...request }), (answer) =>
      request.method === "GET" ? read(answer) : changed(read(answer))
    )
}

/** A method of one request, read by a schema. */
export const one = <I extends object, A>(
  http: Http,
  operation: string,
  rules: Rules,
  schema: Schema.Codec<A, unknown>,
  request: (input: I) => Request
) => {
  const read = reader(http, operation, schema)
  return method(operation, rules, (input: I) => read(request(input)))
}

/** A method of one request whose answer says it all by its status. */
export const done = <I extends object, A>(
  http: Http,
  operation: string,
  rules: Rules,
  request: (input: I) => Request,
  outcome: (answer: Answer) => A
) => method(operation, rules, (input: I) => Effect.map(http.call({ operation, ...request(input) }), outcome))
