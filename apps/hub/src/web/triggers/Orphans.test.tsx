// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { failures } from "../words.ts"
import { Orphans } from "./Orphans.tsx"
import { orphans as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const hook = (id: string, more: object = {}) => ({
  account: "codehost/main",
  place: `repos/acme/${id}`,
  id,
  url: "https://hub.example/webhooks/...",
  events: ["star"],
  active: true,
  ownAddress: true,
  ...more
})

/** Stubs `fetch` with these responses, one after another. */
const answering = (...answers: ReadonlyArray<object | undefined>) => {
  const requests: Array<readonly [string, unknown]> = []
  vi.stubGlobal("fetch", async (path: string, { body }: { readonly body?: string } = {}) => {
    const answer = answers[requests.length]
    requests.push([path, body === undefined ? undefined : (JSON.parse(body) as unknown)])
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  })
  return requests
}

it("asks no service until the user looks, and says if nothing is found", async () => {
  const requests = answering({ orphans: [], unread: [] })
  render(<Orphans />)
  expect(requests).toEqual([])
  fireEvent.click(screen.getByText(words.look))
  expect(await screen.findByText(words.none)).toBeDefined()
  expect(requests.map(([path]) => path)).toEqual(["/api/hooks/orphans"])
})

it("removes one after a question that warns of another hub's, and looks again", async () => {
  const foreign = hook("gadgets", { ownAddress: false })
  const requests = answering({ orphans: [hook("widgets"), foreign], unread: [] }, undefined, {
    orphans: [hook("widgets")],
    unread: []
  })
  render(<Orphans />)
  fireEvent.click(screen.getByText(words.look))
  fireEvent.click(await screen.findByLabelText(words.removeNamed("repos/acme/gadgets")))
  expect(screen.getByText(words.sureForeign("repos/acme/gadgets", foreign.url))).toBeDefined()
  expect(requests).toHaveLength(1)
  fireEvent.click(screen.getAllByText(words.remove).at(-1) ?? document.body)
  expect(await screen.findByText(words.removed("repos/acme/gadgets"))).toBeDefined()
  expect(requests[1]).toEqual([
    "/api/hooks/orphans/removals",
    { account: "codehost/main", place: "repos/acme/gadgets", id: "gadgets" }
  ])
  await vi.waitFor(() => expect(screen.queryByText("repos/acme/gadgets")).toBeNull())
})

it("lists the places that could not be read, and does not claim that nothing is there", async () => {
  answering({ orphans: [], unread: [{ account: "codehost/main", place: "orgs/acme", problem: "No right." }] })
  render(<Orphans />)
  fireEvent.click(screen.getByText(words.look))
  expect(await screen.findByText(words.unread("codehost/main", "orgs/acme", "No right."))).toBeDefined()
  expect(screen.queryByText(words.none)).toBeNull()
})

it("why one was not removed is gone once its removal is tried again", async () => {
  const answers = [
    Promise.resolve(Response.json({ orphans: [hook("widgets")], unread: [] })),
    Promise.resolve(new Response("{}", { status: 503 })),
    new Promise(() => {})
  ]
  vi.stubGlobal("fetch", () => answers.shift())
  render(<Orphans />)
  fireEvent.click(screen.getByText(words.look))
  const remove = async () => {
    fireEvent.click(await screen.findByLabelText(words.removeNamed("repos/acme/widgets")))
    fireEvent.click(screen.getAllByText(words.remove).at(-1) ?? document.body)
  }
  await remove()
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  await remove()
  await vi.waitFor(() => expect(screen.queryByText(failures.unreadable(503))).toBeNull())
})
