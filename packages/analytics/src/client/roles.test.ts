import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

import type { Accounts } from "./Accounts.ts"
import { rolesOver } from "./roles.ts"

const HOUR = 3_600_000

it("roles are read again after a minute, also if the clock was set back meanwhile", () => {
  let canEdit = false
  const summary = () => ({ propertySummaries: [{ property: "properties/1", canEdit }] })
  const accounts = { list: () => ({ items: Stream.suspend(() => Stream.succeed(summary())) }) } as unknown as Accounts
  const mayEdit = rolesOver(accounts)
  const isAllowed = Effect.map(mayEdit("1"), (refusal) => refusal === undefined)
  return Effect.runPromise(
    Effect.gen(function* () {
      yield* TestClock.setTime(100 * HOUR)
      expect(yield* isAllowed).toBe(false)
      canEdit = true
      expect(yield* isAllowed).toBe(false)
      yield* TestClock.setTime(HOUR)
      expect(yield* isAllowed).toBe(true)
    }).pipe(Effect.provide(TestClock.layer()))
  )
})
