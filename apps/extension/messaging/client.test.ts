import { afterEach, expect, it, vi } from "vitest"

import { problemText } from "../ui/text/problem.ts"
import { ask, askAhead } from "./client.ts"

const worker = (sendMessage: () => Promise<unknown>) => vi.stubGlobal("chrome", { runtime: { sendMessage } })

const OF = { plugin: "salesdata", account: "default" }

afterEach(() => {
  vi.unstubAllGlobals()
})

it("returns the worker's reply unchanged", async () => {
  const sendMessage = vi.fn(async () => ({ ok: true, output: null }))
  worker(sendMessage)
  expect(await ask("accounts", {})).toEqual({ ok: true, output: null })
  expect(sendMessage).toHaveBeenCalledWith({ inlay: "accounts", input: {} })
})

it.each([
  { why: "stops before it answers", answer: () => Promise.reject(new Error("The message channel closed.")) },
  { why: "says nothing", answer: () => Promise.resolve(undefined) },
  { why: "belongs to another version", answer: () => Promise.reject(new Error("Extension context invalidated.")) }
])("answers itself if the worker $why, and says what a lookup may have cost", async ({ answer }) => {
  worker(answer)
  expect(await ask("spending", OF)).toMatchObject({ ok: false, error: { reason: "Unavailable" } })
  expect(await ask("spending", OF)).not.toHaveProperty("error.charged")
  const lookup = await ask("enrich", { ...OF, tabId: 1, subject: "x", consent: "charge", upTo: 2, place: "page" })
  expect(lookup).toMatchObject({ ok: false, error: { charged: "unknown" } })
  expect(lookup.ok ? "" : problemText(lookup.error)).toMatch(/credit log before you ask again\.$/)
})

it("uses a prefetched answer once; anything else is requested", async () => {
  const sendMessage = vi.fn(async ({ input }: { readonly input: { readonly tabId: number } }) => ({
    ok: true,
    output: input.tabId
  }))
  vi.stubGlobal("chrome", { runtime: { sendMessage } })
  askAhead("preview", { tabId: 1, account: null })
  expect(sendMessage).toHaveBeenCalledTimes(1)
  expect(await ask("preview", { tabId: 2, account: null })).toEqual({ ok: true, output: 2 })
  expect(await ask("preview", { tabId: 1, account: null })).toEqual({ ok: true, output: 1 })
  expect(sendMessage).toHaveBeenCalledTimes(2)
  expect(await ask("preview", { tabId: 1, account: null })).toEqual({ ok: true, output: 1 })
  expect(sendMessage).toHaveBeenCalledTimes(3)
})
