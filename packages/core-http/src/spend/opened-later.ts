/** A spending path that opens its stores with the first paid call. If that fails, the next paid call tries again. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"

import type { StorageError } from "../errors/StorageError.ts"
import type { Ledger } from "./Ledger.ts"
import type { LookupCache } from "./LookupCache.ts"
import type { Quote } from "./Quote.ts"
import { storeFailed } from "./refusals.ts"
import { Spend } from "./Spend.ts"

/**
 * As `Spend.layer`, but opens its stores when the first paid call needs them.
 *
 * @param run as for `Spend.layer`
 * @param stores stay open for as long as the program runs
 */
export const layerOpenedLater = (
  run: string,
  stores: Layer.Layer<Ledger | LookupCache, StorageError>
): Layer.Layer<Spend> =>
  Layer.sync(Spend, () => {
    const scope = Scope.makeUnsafe()
    const turn = Semaphore.makeUnsafe(1)
    let service: Spend["Service"] | undefined
    const build = Layer.buildWithScope(Layer.provide(Spend.layer(run), stores), scope).pipe(
      Effect.map((context) => (service = Context.get(context, Spend)))
    )
    const openService = Effect.suspend(() =>
      service === undefined
        ? turn.withPermits(1)(Effect.suspend(() => (service === undefined ? build : Effect.succeed(service))))
        : Effect.succeed(service)
    )
    const serviceFor = (quote: Pick<Quote, "provider" | "operation" | "estimate">) =>
      Effect.mapError(openService, (error) => storeFailed(quote, error))
    return {
      cachedAnswer: (quote) => Effect.flatMap(serviceFor(quote), (spend) => spend.cachedAnswer(quote)),
      run: (quote, ...rest) => Effect.flatMap(serviceFor(quote), (spend) => spend.run(quote, ...rest)),
      preview: (quote) => Effect.flatMap(serviceFor(quote), (spend) => spend.preview(quote)),
      spent: (payer) => Effect.flatMap(openService, (spend) => spend.spent(payer)),
      unknowns: (payer) => Effect.flatMap(openService, (spend) => spend.unknowns(payer)),
      settleUnknown: (payer, id, credits) =>
        Effect.flatMap(openService, (spend) => spend.settleUnknown(payer, id, credits))
    }
  })
