// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Subscription } from "../api/types.ts"
import { failures } from "../words.ts"
import { SubscriptionPage } from "./SubscriptionPage.tsx"
import { subscription as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const one: Subscription = {
  id: "sub_1",
  name: "triage",
  trigger: "plugin_new_thing",
  account: "plugin/main",
  target: {},
  filters: {},
  destination: "agent",
  url: "https://agent.example/",
  inOrder: false,
  ownChanges: false,
  creditsPerEvent: null,
  enabled: true,
  disabledBecause: null,
  createdAt: "2026-06-01T00:00:00Z"
}

const pause = async () => {
  fireEvent.click(await screen.findByRole("button", { name: words.pause }))
  const question = screen.getByRole("group", { name: words.surePause(one.name) })
  fireEvent.click(within(question).getByRole("button", { name: words.pause }))
}

it("a failed action is no longer reported once another attempt has succeeded", async () => {
  let enabled = true
  const changes = [503, 200]
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [{ ...one, enabled }], health: [] })
    const status = changes.shift()
    if (status === 200) enabled = false
    return new Response("{}", { status: status ?? 500 })
  })
  render(<SubscriptionPage id={one.id} />)
  await pause()
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  await pause()
  expect(await screen.findByRole("button", { name: words.resume })).toBeDefined()
  expect(screen.queryByText(failures.unreadable(503))).toBeNull()
})

it("one that another console has removed already is removed without a failure", async () => {
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [one], health: [] })
    return Response.json({ error: { message: "There is no such subscription." } }, { status: 404 })
  })
  render(<SubscriptionPage id={one.id} />)
  fireEvent.click(await screen.findByRole("button", { name: words.remove }))
  const question = screen.getByRole("group", { name: words.sure(one.name) })
  fireEvent.click(within(question).getByRole("button", { name: words.remove }))
  await vi.waitFor(() => expect(location.hash).toBe("#/triggers"))
  expect(screen.queryByText(/There is no such subscription/)).toBeNull()
})
