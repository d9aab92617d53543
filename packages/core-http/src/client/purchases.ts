/** The part of a client that buys: what its provider's tariff puts a price on goes the way of credits. */
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { Answer } from "../spend/Answer.ts"
import type { Preview } from "../spend/Preview.ts"
import * as Purse from "../spend/Purse.ts"
import type { Quote, Send } from "../spend/Quote.ts"
import type { SpendPort } from "../spend/SpendPort.ts"
import type { ClientOptions } from "./options.ts"

/** One call that costs. */
export interface Purchase {
  /** What `run` would meet now. Sends and reserves nothing. */
  readonly preview: Effect.Effect<Preview, ProviderError>
  /** The answer that was bought before, or a new one; its parameters are those of `SpendPort.run`. */
  readonly run: (
    send: Send,
    timeLimitMillis: number,
    mayBeServed: () => boolean
  ) => Effect.Effect<Answer, ProviderError>
}

export type Purchases = (quote: Omit<Quote, "purse">) => Purchase

export const purchasesOver = (
  spend: SpendPort["Service"],
  { credential, baseAddress }: Pick<ClientOptions, "credential" | "baseAddress">
): Effect.Effect<Purchases> =>
  // Made with the first purchase: so a client can be made at once, and what is kept is read without it.
  Effect.map(
    Effect.cached(Effect.uninterruptible(Purse.of(credential, baseAddress))),
    (purse): Purchases =>
      (quote) => ({
        preview: Effect.flatMap(purse, (hash) => spend.preview({ ...quote, purse: hash })),
        run: (send, timeLimitMillis, mayBeServed) =>
          Effect.flatMap(spend.kept(quote), (keptAnswer) =>
            keptAnswer === undefined
              ? Effect.flatMap(purse, (hash) =>
                  spend.run({ ...quote, purse: hash }, send, timeLimitMillis, mayBeServed)
                )
              : Effect.succeed(keptAnswer)
          )
      })
  )
