import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { CodeHost } from "../../client/CodeHost.ts"
import { polledTogether } from "./polled-together.ts"

const polled = (nextAfterSeconds?: number) => () =>
  Effect.succeed({ occurrences: [], cursor: "c", ...(nextAfterSeconds !== undefined && { nextAfterSeconds }) })

it.each([
  [[60, 300, undefined], 300],
  [[300, 60], 300],
  [[undefined], undefined]
])("polls together wait as long as the service asks any of them: %j", async (paces, expected) => {
  const polls = Object.fromEntries(paces.map((pace, at) => [String(at), polled(pace)]))
  const together = Effect.provideService(polledTogether(undefined, polls), CodeHost, {} as CodeHost["Service"])
  expect((await Effect.runPromise(together)).nextAfterSeconds).toBe(expected)
})
