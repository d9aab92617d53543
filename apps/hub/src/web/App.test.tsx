// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { App } from "./App.tsx"
import { linkTo } from "./route.ts"
import { SignInPage } from "./SignInPage.tsx"
import { subscription } from "./testing/subscription.ts"
import { subscription as subscriptionWords } from "./triggers/words.ts"
import { failures, navigation as words, signIn } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SESSION = { principal: { name: "console", kind: "console" }, version: "1.0.0" }

/** Draws the console of a hub that answers the end of a session with these responses, one after another. */
const open = async (...ends: ReadonlyArray<() => Promise<Response>>) => {
  const left = [...ends]
  vi.stubGlobal("fetch", (path: string, { method }: { readonly method: string }) => {
    if (path !== "/api/session") return new Promise(() => undefined)
    return method === "DELETE" ? left.shift()?.() : Promise.resolve(Response.json(SESSION))
  })
  render(<App />)
  fireEvent.click(await screen.findByRole("button", { name: words.signOut }))
}

const responding = (status: number) => async () => new Response(status === 204 ? null : "{}", { status })

it("signs out once the hub has ended the session, or no longer knows it", async () => {
  for (const status of [204, 401]) {
    await open(responding(status))
    expect(await screen.findByText(signIn.title)).toBeDefined()
    // The button that had the focus is gone with the console.
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")))
    cleanup()
  }
})

it("says of a link that was used before only what is wrong with it: what to run stands below", async () => {
  const what = "The link was already used."
  const error = { reason: "Unauthorized", what, message: `${what} Run \`inlay console\` for a new one.` }
  vi.stubGlobal("fetch", async () => Response.json({ error }, { status: 401 }))
  history.replaceState(null, "", "/sign-in#secret")
  render(<SignInPage isLink onSignedIn={() => undefined} />)
  expect((await screen.findByRole("alert")).textContent).toBe(what)
  expect(screen.getAllByText(/inlay console/)).toHaveLength(1)
  history.replaceState(null, "", "/")
})

it("leads to the sign-in if this browser has no session", async () => {
  vi.stubGlobal("fetch", responding(401))
  render(<App />)
  expect(await screen.findByText(signIn.title)).toBeDefined()
  expect(screen.queryByRole("alert")).toBeNull()
})

it("says so if the session could not be ended, and signs out at the next attempt", async () => {
  await open(() => Promise.reject(new TypeError("offline")), responding(503), responding(204))
  expect(await screen.findByText(failures.offline)).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: failures.again }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.queryByText(signIn.title)).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: words.signOut }))
  expect(await screen.findByText(signIn.title)).toBeDefined()
})

it("leads from a subscription to its own deliveries, and in the menu to all", async () => {
  const lists: Array<string> = []
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/deliveries")) lists.push(path)
    if (path.startsWith("/api/events")) return new Promise(() => undefined)
    return Response.json({ ...SESSION, subscriptions: [subscription], health: [], items: [] })
  })
  location.hash = linkTo("triggers", subscription.id)
  render(<App />)
  const main = within(await screen.findByRole("main", { name: words.views.triggers }))
  fireEvent.click(await main.findByRole("link", { name: subscriptionWords.deliveries }))
  await vi.waitFor(() => expect(lists).toEqual([expect.stringContaining(`subscription=${subscription.id}`)]))
  fireEvent.click(screen.getByRole("link", { name: words.views.deliveries }))
  await vi.waitFor(() => expect(lists[1]).toBe("/api/deliveries?limit=25"))
  location.hash = ""
})

it("opens in a tab that is signed out once another tab of the browser has signed in", async () => {
  await open(responding(204))
  expect(await screen.findByText(signIn.title)).toBeDefined()
  vi.stubGlobal("fetch", async () => Response.json(SESSION))
  history.replaceState(null, "", "/sign-in#secret")
  const signedIn = vi.fn<() => void>()
  render(<SignInPage isLink onSignedIn={signedIn} />)
  history.replaceState(null, "", "/")
  expect(await screen.findByRole("button", { name: words.signOut })).toBeDefined()
  expect(signedIn).toHaveBeenCalledOnce()
})
