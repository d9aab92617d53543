/** The purchasing part of a client: calls with a price in the provider's tariff take the spending path. */
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Answer } from "../spend/Answer.ts"
import type { Preview } from "../spend/Preview.ts"
import * as Purse from "../spend/Purse.ts"
import { MaxCredits, forSpenders, isCapped, type Quote, type Send } from "../spend/Quote.ts"
import type { SpendPort } from "../spend/SpendPort.ts"
import type { ClientOptions } from "./options.ts"

/** One paid call. */
export interface Purchase {
  /** Reports what `run` would cost and what stands in its way. Sends and reserves nothing. */
  readonly preview: Effect.Effect<Preview, ProviderError>
  /** Returns the answer that was bought before, or buys a new one. The parameters are those of `SpendPort.run`. */
  readonly run: (
    send: Send,
    timeLimitMillis: number,
    mayBeServed: () => boolean
  ) => Effect.Effect<Answer, ProviderError>
}

/** Returns the purchase of a quote, or `undefined` if the call is free because nothing limits what it may cost. */
export type Purchases = (quote: Omit<Quote, "purse">) => Effect.Effect<Purchase | undefined>

export const purchasesOver = (
  spend: SpendPort["Service"],
  { credential, baseAddress }: Pick<ClientOptions, "credential" | "baseAddress">
): Effect.Effect<Purchases> =>
  // Computed with the first purchase, so that making a client and reading cached answers do not wait for it.
  Effect.map(Effect.cached(Effect.uninterruptible(Purse.of(credential, baseAddress))), (purse): Purchases => {
    const purchaseOf = (quote: Omit<Quote, "purse">): Purchase => ({
      preview: Effect.flatMap(purse, (hash) => spend.preview({ ...quote, purse: hash })),
      run: (send, timeLimitMillis, mayBeServed) =>
        Effect.flatMap(spend.cachedAnswer(quote), (cachedAnswer) =>
          cachedAnswer === undefined
            ? Effect.flatMap(purse, (hash) => spend.run({ ...quote, purse: hash }, send, timeLimitMillis, mayBeServed))
            : Effect.succeed(cachedAnswer)
        )
    })
    return (quote) =>
      quote.isFreeWithoutCap === true
        ? Effect.zipWith(forSpenders(quote), MaxCredits, (spending, maxCredits) =>
            isCapped(spending) || maxCredits !== undefined ? purchaseOf(quote) : undefined
          )
        : Effect.succeed(purchaseOf(quote))
  })
