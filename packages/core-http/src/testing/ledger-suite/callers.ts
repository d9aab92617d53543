/** Tests of the caps of callers and of events, for the ledger of a program that has several callers. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { HOUR, NOON, open, lose, reserve, settle, tester, type Subject } from "./steps.ts"

const of = { principal: "caller-1", event: "event-1" }

export const callers = (subject: Subject): void => {
  const { name } = subject
  const test = tester(subject)

  describe(`${name}: the caps of callers and events`, () => {
    for (const cap of ["principal", "event"] as const) {
      test(
        `count an unknown charge until a new request says that it was not charged: ${cap}`,
        Effect.gen(function* () {
          yield* lose(yield* open(of))
          const ask = { ...of, caps: { [cap]: 2 } }
          const refusal = yield* reserve({ ...ask, decision: "charged" })
          assert.deepStrictEqual(refusal, { _tag: "CapReached", cap, limit: 2, spent: 2 })
          // A caller that does not manage the caps cannot lower what counts.
          assert.deepStrictEqual(yield* reserve({ ...ask, decision: "not_charged" }), refusal)
          yield* open({ ...ask, decision: "not_charged", managesCaps: true })
        })
      )

      test(
        `count a charge that was settled as nothing by whoever does not manage them: ${cap}`,
        Effect.gen(function* () {
          yield* lose(yield* open(of))
          yield* open({ ...of, decision: "not_charged" })
          const refusal = yield* reserve({ ...of, keys: ["other"], caps: { [cap]: 5 } })
          assert.deepStrictEqual(refusal, { _tag: "CapReached", cap, limit: 5, spent: 4 })
        })
      )
    }

    for (const [cap, whose, other] of [
      ["principal", "another caller", { principal: "caller-2" }],
      ["principal", "another day", { nowMillis: NOON - 24 * HOUR }],
      ["event", "another event", { event: "event-2" }]
    ] as const) {
      test(
        `do not go down by a charge of ${whose} that is settled as nothing`,
        Effect.gen(function* () {
          yield* lose(yield* open({ ...of, ...other }))
          yield* settle(yield* open({ ...of, keys: ["other"] }), 2)
          const ask = { ...of, decision: "not_charged", managesCaps: true, caps: { [cap]: 3 } } as const
          assert.deepStrictEqual(yield* reserve(ask), { _tag: "CapReached", cap, limit: 3, spent: 2 })
        })
      )
    }
  })
}
