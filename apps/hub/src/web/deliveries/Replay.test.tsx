// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Subscription } from "../api/types.ts"
import { failures } from "../words.ts"
import { Deliveries } from "./Deliveries.tsx"
import { Replay } from "./Replay.tsx"
import { replaying as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("a replay that fails is not reported beside the count of an earlier one", async () => {
  const answers = [Response.json({ replayed: 3 }), new Response("{}", { status: 503 })]
  vi.stubGlobal("fetch", async () => answers.shift())
  const one = { id: "sub_1", name: "triage" } as Subscription
  render(<Replay subscriptions={[one]} onReplayed={() => {}} onClose={() => {}} />)
  fireEvent.input(screen.getByLabelText(new RegExp(words.since)), { target: { value: "2026-06-01T00:00" } })
  fireEvent.click(screen.getByRole("button", { name: words.submit }))
  expect(await screen.findByText(words.done(3))).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: words.submit }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.queryByText(words.done(3))).toBeNull()
})

it("sends what is dead again, once, and nothing before it knows since when", async () => {
  const sent: Array<unknown> = []
  vi.stubGlobal("fetch", async (_: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ replayed: 3 })
  })
  const one = { id: "sub_1", name: "triage" } as Subscription
  const onReplayed = vi.fn()
  render(<Replay subscriptions={[one]} onReplayed={onReplayed} onClose={() => {}} />)
  const submit = screen.getByRole("button", { name: words.submit })
  fireEvent.click(submit)
  expect(await screen.findByText(words.missing)).toBeDefined()
  fireEvent.input(screen.getByLabelText(new RegExp(words.since)), { target: { value: "2026-06-01T00:00" } })
  fireEvent.click(submit)
  expect(await screen.findByText(words.done(3))).toBeDefined()
  expect(sent).toEqual([{ subscription: "sub_1", since: new Date("2026-06-01T00:00").toISOString(), states: ["dead"] }])
  expect(onReplayed).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByLabelText(words.pending))
  expect(screen.queryByText(words.done(3))).toBeNull()
})

it("begins with the subscription whose deliveries are shown", async () => {
  const subscriptions = ["alerts", "triage"].map((name) => ({ id: `sub_${name}`, name }))
  vi.stubGlobal("fetch", async (path: string) =>
    Response.json(path === "/api/subscriptions" ? { subscriptions } : { items: [] })
  )
  render(<Deliveries subscription="sub_triage" />)
  fireEvent.click(await screen.findByRole("button", { name: words.title }))
  const form = within(screen.getByRole("form", { name: words.title }))
  expect(form.getByLabelText<HTMLSelectElement>(words.subscription).value).toBe("sub_triage")
})
