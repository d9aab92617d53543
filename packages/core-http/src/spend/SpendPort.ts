/**
 * The spending path as a client knows it. Apart from `Spend`, which makes it, so that a client whose calls are all free
 * carries none of the code that buys.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { ProviderError } from "../errors/ProviderError.ts"
import type { StorageError } from "../errors/StorageError.ts"
import type { Answer } from "./Answer.ts"
import type { Payer, Row } from "./Ledger.ts"
import type { Preview } from "./Preview.ts"
import type { Quote, Send } from "./Quote.ts"
import { notBought } from "./refusals.ts"

/** The service that buys answers. */
export class SpendPort extends Context.Service<
  SpendPort,
  {
    /** The answer that was bought before; `undefined` where none is kept. To be asked before `run`, which may wait. */
    readonly kept: (quote: Omit<Quote, "purse">) => Effect.Effect<Answer | undefined, ProviderError>
    /**
     * Buys an answer, or takes the one that was bought in the meantime; fails where a cap, an open question or the
     * provider says no.
     * @param timeLimitMillis the longest that the whole may take: `send` ends in time by itself, waiting ends here
     * @param mayBeServed asked after `send` was interrupted or broke: whether a request may have been served by then
     */
    readonly run: (
      quote: Quote,
      send: Send,
      timeLimitMillis: number,
      mayBeServed?: () => boolean
    ) => Effect.Effect<Answer, ProviderError>
    /** What `run` would meet now. Sends and reserves nothing. */
    readonly preview: (quote: Quote) => Effect.Effect<Preview, ProviderError>
    /** Credits that count against a payer's caps: of this UTC day, and of this run. */
    readonly spent: (payer: Payer) => Effect.Effect<Preview["spent"], StorageError>
    /** The paid requests of an account and its key whose charge nobody knows, oldest first. */
    readonly unknowns: (payer: Payer) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** Says what became of one of them; its lookup is free to be asked again. False where there is no such unknown row. */
    readonly settleUnknown: (payer: Payer, id: string, credits: number) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/core-http/Spend") {
  /** Buys nothing: for what makes free calls only, such as the check of an account. Needs no store. */
  static readonly free: SpendPort["Service"] = {
    kept: () => Effect.undefined,
    run: (quote) => Effect.fail(notBought(quote)),
    preview: (quote) => Effect.fail(notBought(quote)),
    spent: () => Effect.succeed({ day: 0, run: 0 }),
    unknowns: () => Effect.succeed([]),
    settleUnknown: () => Effect.succeed(false)
  }
}
