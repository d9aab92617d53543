/** The schema of what a call charged, as every paid step's output carries it. */
import * as Schema from "effect/Schema"

export const Credits = Schema.Struct({
  charged: Schema.Union([Schema.Finite, Schema.Literal("unknown")]),
  basis: Schema.Literals(["provider", "price", "cache"])
})
