/** What a call charged, and how we know. */
import * as Schema from "effect/Schema"

/** What a call charged, in the provider's unit of money. */
export const Credits = Schema.Struct({
  /** Credits; `unknown` where neither the provider nor the account's prices say. */
  charged: Schema.Union([Schema.Finite, Schema.Literal("unknown")]),
  /** The provider's own figure, the account's price, or an answer already paid for. */
  basis: Schema.Literals(["provider", "price", "cache"])
})
export type Credits = typeof Credits.Type
