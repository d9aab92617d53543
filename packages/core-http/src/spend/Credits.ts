/** What a call charged, and how that is known. */
import * as Schema from "effect/Schema"

/** What a call charged, in the provider's unit of money. */
export const Credits = Schema.Struct({
  /** Credits, or `unknown` if neither the provider nor the account's prices say. */
  charged: Schema.Union([Schema.Finite, Schema.Literal("unknown")]),
  /**
   * Where the figure comes from: the provider, the account's price, or the cache, if the answer was already paid for.
   */
  basis: Schema.Literals(["provider", "price", "cache"])
})
export type Credits = typeof Credits.Type

/**
 * The most credits that a charge, a price or a cap may be. A higher figure is a mistake that would exhaust every cap at
 * once.
 */
export const MAX_CREDITS = 1_000_000

const DECIMAL = /^\s*\d{1,12}(\.\d{1,12})?\s*$/

/**
 * Parses credits from an untrusted value: a number from 0 to `MAX_CREDITS`, or its digits. Returns `undefined` for
 * anything else.
 */
export const readCredits = (value: unknown): number | undefined => {
  const isDecimal = typeof value === "string" && DECIMAL.test(value)
  const credits = isDecimal ? Number(value) : value
  return typeof credits === "number" && credits >= 0 && credits <= MAX_CREDITS ? credits : undefined
}
