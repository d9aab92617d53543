import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Reply } from "./contract.ts"
import { orUnheard } from "./presence.ts"

const never = () => new Promise<never>(() => undefined)
const saved: Reply<"preview"> = { ok: true, output: { state: "notConnected" } }
const after = (millis: number) => new Promise<typeof saved>((resolve) => setTimeout(resolve, millis, saved))

/** @param hear the worker's reaction to the presence message */
const worker = (hear: () => Promise<unknown>) => {
  const sendMessage = vi.fn(hear)
  vi.stubGlobal("chrome", { runtime: { sendMessage } })
  return sendMessage
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("reports that the worker receives nothing", async () => {
  worker(never)
  const reply = orUnheard(never())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reply).toMatchObject({ ok: false, error: { reason: "Unavailable", own: { is: "unheard" } } })
})

it.each([
  ["says that it is there", async () => true],
  ["refuses", () => Promise.reject(new Error("no"))]
])("waits for a slow reply of a worker that %s", async (_, hear) => {
  worker(hear)
  const reply = orUnheard(after(60_000))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await reply).toEqual(saved)
})

it("accepts a reply that arrives while it checks whether the worker is there", async () => {
  worker(never)
  const reply = orUnheard(after(5_000))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reply).toEqual(saved)
})

it("sends nothing else if the reply arrives soon", async () => {
  const sendMessage = worker(never)
  expect(await orUnheard(Promise.resolve(saved))).toEqual(saved)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sendMessage).not.toHaveBeenCalled()
})
