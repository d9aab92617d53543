/** How a step that costs takes what somebody decided about an earlier, unknown charge for the same subject. */
import { UnknownCharge } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The optional input `unknown_charge`; the refusal that asks for it says what each word does. */
export const field = Schema.optionalKey(Schema.Literals(["ask_again", "charged", "not_charged"]))

/** What was decided; `undefined` where nothing was. */
export type Decision = (typeof field)["Type"]

/** The effect with the decision, where the input holds one. */
export const carried = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  decision: Decision | undefined
): Effect.Effect<A, E, R> => (decision === undefined ? effect : Effect.provideService(effect, UnknownCharge, decision))
