// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { NOW, PAGE, reports, SHOP, siteWorker, stubBrowser, WHOLESALE } from "../../../tests/samples/site.ts"
import { readFigures } from "../figures/read-figures.ts"
import { useFigures, useLive } from "./use-figures.ts"

beforeEach(() => {
  stubBrowser()
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("counts the page's users once its title is known, and asks no more often when the title changes", async () => {
  const worker = siteWorker()
  const of = { ...SHOP, account: "hub:site" } as unknown as Parameters<typeof useLive>[1]
  const first: { readonly title: string | undefined } = { title: undefined }
  const { result, rerender } = renderHook(({ title }) => useLive(worker.send, of, title, true), { initialProps: first })
  await vi.waitFor(() => expect(result.current).toEqual({ site: 14, page: undefined }))
  rerender({ title: "Shiraz" })
  await vi.waitFor(() => expect(result.current).toEqual({ site: 14, page: 3 }))
  const { live } = worker.counts()
  for (const title of ["(1) Shiraz", "(2) Shiraz", "(3) Shiraz"]) rerender({ title })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(worker.counts().live).toBe(live)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(worker.counts().live).toBe(live + 2)
  expect(worker.asked.at(-1)?.input["filter"]).toContain("(3) Shiraz")
})

it("asks no more than once a minute, however often the panel comes into sight", async () => {
  const worker = siteWorker()
  const of = { ...SHOP, account: "hub:site" } as unknown as Parameters<typeof useLive>[1]
  const { result } = renderHook(() => useLive(worker.send, of, undefined, true))
  await vi.waitFor(() => expect(result.current.site).toBe(14))
  const seen = () => document.dispatchEvent(new Event("visibilitychange"))
  for (let times = 0; times < 10; times++) seen()
  expect(worker.counts().live).toBe(1)
  vi.setSystemTime(NOW + 60_000)
  for (let times = 0; times < 10; times++) seen()
  expect(worker.counts().live).toBe(2)
})

it("counts the users as soon as the figures can be read again", async () => {
  const worker = siteWorker()
  const of = { ...SHOP, account: "hub:site" }
  const { result, rerender } = renderHook(({ isWanted }) => useLive(worker.send, of, undefined, isWanted), {
    initialProps: { isWanted: false }
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(worker.counts().live).toBe(0)
  rerender({ isWanted: true })
  await vi.waitFor(() => expect(result.current.site).toBe(14))
})

it("shows the users of the property that was chosen last, whichever answer comes last", async () => {
  const worker = siteWorker()
  let arrive = () => {}
  const until = new Promise<void>((resolve) => (arrive = resolve))
  const send = (async (...[name, ask]: Parameters<Send>) => {
    if (!JSON.stringify(ask).includes(WHOLESALE.property)) return worker.send(name, ask)
    await until
    return { ok: true, output: { ...reports().live, rows: [{ activeUsers: 5 }] } }
  }) as Send
  const { result, rerender } = renderHook(({ of }) => useLive(send, { ...of, account: "hub:site" }, undefined, true), {
    initialProps: { of: WHOLESALE }
  })
  rerender({ of: SHOP })
  await vi.waitFor(() => expect(result.current.site).toBe(14))
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(result.current.site).toBe(14)
})

it("reads figures again that were not understood, or were read while this computer's clock was ahead", async () => {
  const worker = siteWorker()
  const read = () => readFigures(worker.send, { ...SHOP, account: "hub:site" }, "site", PAGE)
  worker.answers.reports = { ...reports(), days: { ...reports().days, rows: [{ date: "soon", activeUsers: 1 }] } }
  expect(await read()).toMatchObject({ ok: false })
  worker.answers.reports = reports()
  expect(await read()).toMatchObject({ ok: true })
  vi.setSystemTime(NOW - 600_000)
  await read()
  expect(worker.counts().reports).toBe(9)
})

it("shows the whole site's figures once they are chosen, whichever answer comes last", async () => {
  const worker = siteWorker()
  const of = { ...SHOP, account: "hub:site" }
  let arrive = () => {}
  const until = new Promise<void>((resolve) => (arrive = resolve))
  const send = (async (...[name, ask]: Parameters<Send>) => {
    const reply = await worker.send(name, ask)
    if (!JSON.stringify(ask).includes("pagePath")) return reply
    await until
    return { ok: true, output: { ...Object(Object(reply).output), quality: { sampled: [0.5] } } }
  }) as Send
  const first: { readonly scope: "page" | "site" } = { scope: "page" }
  const { result, rerender } = renderHook(({ scope }) => useFigures(send, of, scope, PAGE, () => undefined), {
    initialProps: first
  })
  rerender({ scope: "site" })
  await vi.waitFor(() => expect(result.current[0].at).toBe("figures"))
  const [figures] = result.current
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(result.current[0]).toBe(figures)
})
