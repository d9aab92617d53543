/**
 * The interface of the spending path that clients use. It is separate from `Spend`, which implements it, so that a
 * client with only free calls does not bundle the code that buys.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { StorageError } from "../errors/StorageError.ts"
import type { Answer } from "./Answer.ts"
import type { Payer, Row } from "./Ledger.ts"
import type { Preview } from "./Preview.ts"
import type { PricedRequest, Quote, Send } from "./Quote.ts"

/** The service that buys answers. */
export class SpendPort extends Context.Service<
  SpendPort,
  {
    /**
     * Returns the answer that was bought before, or `undefined` if none is cached. To be called before `run`, which may
     * wait.
     */
    readonly cachedAnswer: (quote: Omit<Quote, "purse">) => Effect.Effect<Answer | undefined, ProviderError>
    /**
     * Buys an answer, or returns one that was bought in the meantime. Fails if a cap, an earlier unknown charge or
     * `Refresh` forbids the purchase, or if the provider fails.
     * @param timeLimitMillis the limit for the whole call: `send` enforces it by itself, and waiting ends here
     * @param mayBeServed called after `send` was interrupted or failed unexpectedly: whether a request may have been
     * served by then
     */
    readonly run: (
      quote: Quote,
      send: Send,
      timeLimitMillis: number,
      mayBeServed?: () => boolean
    ) => Effect.Effect<Answer, ProviderError>
    /** Reports what `run` would cost and what would block it. Sends and reserves nothing. */
    readonly preview: (request: PricedRequest) => Effect.Effect<Preview, ProviderError>
    /** Credits that count against a payer's caps, for this UTC day and for this run. */
    readonly spent: (payer: Payer) => Effect.Effect<Preview["spent"], StorageError>
    /** The paid requests of an account and its key with an unknown charge, oldest first. */
    readonly unknowns: (payer: Payer) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /**
     * Records what one of them charged, which unblocks its lookup. Returns false if there is no such row with an
     * unknown charge.
     */
    readonly settleUnknown: (payer: Payer, id: string, credits: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/core-http/Spend") {}
