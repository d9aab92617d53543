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

/** The most credits that a charge, a price or a cap may be: more is a mistake, which would use up every cap at once. */
export const MAX_CREDITS = 1_000_000

const DECIMAL = /^\s*\d{1,12}(\.\d{1,12})?\s*$/

/** Credits as somebody else tells them: a number from 0 to `MAX_CREDITS`, or its digits. `undefined` for anything else. */
export const readCredits = (value: unknown): number | undefined => {
  const isDecimal = typeof value === "string" && DECIMAL.test(value)
  const credits = isDecimal ? Number(value) : value
  return typeof credits === "number" && credits >= 0 && credits <= MAX_CREDITS ? credits : undefined
}
