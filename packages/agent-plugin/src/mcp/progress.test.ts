import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import type { StepProgress } from "../runner/Caller.ts"
import { reporter } from "./progress.ts"

const sent = async (params: Parameters<typeof reporter>[0], steps: ReadonlyArray<StepProgress>) => {
  const messages: Array<unknown> = []
  const report = reporter(params, (message) => Effect.sync(() => void messages.push(message)))
  for (const step of steps) await Effect.runPromise(report(step))
  return messages
}
const notification = (params: object) => ({ method: "notifications/progress", params })

it.each(["a", 7, 0])("progress is reported under the token %j, with what is known of it", async (progressToken) => {
  expect(await sent({ _meta: { progressToken } }, [{ done: 0 }, { done: 1, total: 2, text: "half" }])).toEqual([
    notification({ progressToken, progress: 0 }),
    notification({ progressToken, progress: 1, total: 2, message: "half" })
  ])
})

it.each([undefined, null, {}, { progressToken: null }, { progressToken: {} }])(
  "a client that asks for no progress gets none: %j",
  async (_meta) => expect(await sent({ _meta }, [{ done: 1 }])).toEqual([])
)

it("progress that does not increase is left out, as the protocol requires", async () => {
  const steps = [2, 2, 1, 3].map((done) => ({ done }))
  expect(await sent({ _meta: { progressToken: "a" } }, steps)).toEqual([
    notification({ progressToken: "a", progress: 2 }),
    notification({ progressToken: "a", progress: 3 })
  ])
})
