/** Request handlers in a part of the worker that is loaded with the first request to one of them. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import type { RequestError } from "./own-failures.ts"
import type { HandlersOf } from "./router.ts"
import type { Inputs } from "./shape.ts"

type Handler = (input: unknown) => Effect.Effect<unknown, RequestError>

/**
 * Loads and builds the part on first use, with the `make` effect of the module that `load` imports, and caches it. A
 * part that cannot be loaded is tried again with the next use.
 */
export const partOf = <A, R>(
  load: () => Promise<Effect.Effect<A, never, R>>
): Effect.Effect<Effect.Effect<A>, never, R> =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.cachedWithTTL(Effect.provideContext(Effect.flatten(Effect.promise(load)), context), (exit) =>
      Exit.isSuccess(exit) ? Duration.infinity : Duration.negativeInfinity
    )
  )

/** @param inputs the guards of the requests that the part handles */
export const handlersIn = <R>(part: Effect.Effect<HandlersOf<R>>, inputs: Inputs<R>): HandlersOf<R> => {
  const handlers = Object.keys(inputs).map((name): readonly [string, Handler] => [
    name,
    (input) => Effect.flatMap(part, (own) => (own as Readonly<Record<string, Handler>>)[name]!(input))
  ])
  return Object.fromEntries(handlers) as HandlersOf<R>
}
