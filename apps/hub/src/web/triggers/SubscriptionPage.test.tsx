// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { subscription as one } from "../testing/subscription.ts"
import { failures } from "../words.ts"
import { SubscriptionPage } from "./SubscriptionPage.tsx"
import { Trial } from "./Trial.tsx"
import { replacing, trying, subscription as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pause = async () => {
  fireEvent.click(await screen.findByRole("button", { name: words.pause }))
  const question = screen.getByRole("group", { name: words.surePause(one.name) })
  fireEvent.click(within(question).getByRole("button", { name: words.pause }))
}

it("a failed action is no longer reported once another attempt has succeeded", async () => {
  let enabled = true
  const changes = [503, 200]
  vi.stubGlobal("fetch", async (path: string, { method, body }: { readonly method: string; readonly body: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [{ ...one, enabled }], health: [] })
    const status = changes.shift()
    if (status === 200) ({ enabled } = JSON.parse(body) as { readonly enabled: boolean })
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

it("shows a new secret once it has replaced the present one, after a question", async () => {
  const requests: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [one], health: [] })
    requests.push(`${method} ${path}`)
    return Response.json({ secret: "whsec_new", previousUntil: "2026-06-02T00:00:00Z" })
  })
  render(<SubscriptionPage id={one.id} />)
  fireEvent.click(await screen.findByRole("button", { name: replacing.open }))
  const question = screen.getByRole("group", { name: replacing.sure })
  expect(requests).toEqual([])
  fireEvent.click(within(question).getByRole("button", { name: replacing.open }))
  expect(await screen.findByText("whsec_new")).toBeDefined()
  expect(requests).toEqual([`POST /api/subscriptions/${one.id}/secret`])
})

it("asks again before it replaces a secret that cannot be read", async () => {
  const bodies: Array<unknown> = []
  vi.stubGlobal("fetch", async (path: string, { method, body }: { readonly method: string; readonly body: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [one], health: [] })
    bodies.push(JSON.parse(body))
    return bodies.length === 1
      ? Response.json({ error: { reason: "Refused", guard: "vault", message: "It cannot be read." } }, { status: 503 })
      : Response.json({ secret: "whsec_new", previousUntil: null })
  })
  render(<SubscriptionPage id={one.id} />)
  fireEvent.click(await screen.findByRole("button", { name: replacing.open }))
  for (const name of [replacing.sure, replacing.sureAlone]) {
    fireEvent.click(within(await screen.findByRole("group", { name })).getByRole("button", { name: replacing.open }))
  }
  expect(await screen.findByText("whsec_new")).toBeDefined()
  expect(screen.getByText(replacing.doneAlone)).toBeDefined()
  expect(bodies).toEqual([{}, { keepPrevious: false }])
})

it("does not offer to drop the secret before, which receivers use, if it could have been read", async () => {
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    if (method === "GET") return Response.json({ subscriptions: [one], health: [] })
    return new Response("{}", { status: 503 })
  })
  render(<SubscriptionPage id={one.id} />)
  fireEvent.click(await screen.findByRole("button", { name: replacing.open }))
  const question = screen.getByRole("group", { name: replacing.sure })
  fireEvent.click(within(question).getByRole("button", { name: replacing.open }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.queryByRole("group", { name: replacing.sureAlone })).toBeNull()
})

it("offers no new secret for another hub, which chooses its own, and none for a command, which verifies none", async () => {
  for (const destination of ["hub", "exec"] as const) {
    vi.stubGlobal("fetch", async (path: string) => {
      if (path.startsWith("/api/events")) return new Promise(() => {})
      return Response.json({ subscriptions: [{ ...one, destination }], health: [] })
    })
    const { unmount } = render(<SubscriptionPage id={one.id} />)
    await screen.findByRole("button", { name: words.pause })
    expect(screen.queryByRole("button", { name: replacing.open })).toBeNull()
    unmount()
  }
})

it("what a trial found is gone once another begins, and is not shown beside its failure", async () => {
  const answers = [
    Response.json({ events: [], starting: 0, example: null, sent: null }),
    new Response("{}", { status: 503 })
  ]
  vi.stubGlobal("fetch", async () => answers.shift())
  render(<Trial subscription={one} />)
  fireEvent.click(screen.getByRole("button", { name: trying.run }))
  expect(await screen.findByText(trying.starting(0, 0))).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: trying.run }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.queryByText(trying.starting(0, 0))).toBeNull()
})

it("reads the health of its subscription alone: that of thousands takes seconds", async () => {
  const paths: Array<string> = []
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/events")) return new Promise(() => {})
    paths.push(path)
    return Response.json({ subscriptions: [one], health: [] })
  })
  render(<SubscriptionPage id={one.id} />)
  await screen.findByRole("button", { name: words.pause })
  expect(paths).toEqual([`/api/subscriptions?id=${one.id}`, `/api/subscriptions/health?id=${one.id}`])
})
