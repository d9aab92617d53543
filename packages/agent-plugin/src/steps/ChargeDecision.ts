/** How a step that costs credits receives the decision about an earlier, unknown charge for the same subject. */
import { UnknownCharge } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The optional input `unknown_charge`. The error that asks for it explains each value. */
export const field = Schema.optionalKey(Schema.Literals(["ask_again", "charged", "not_charged"]))

/** The decision; `undefined` if there is none. */
export type Decision = (typeof field)["Type"]

/** Runs the effect with the decision, if there is one. */
export const carried = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  decision: Decision | undefined
): Effect.Effect<A, E, R> => (decision === undefined ? effect : Effect.provideService(effect, UnknownCharge, decision))
