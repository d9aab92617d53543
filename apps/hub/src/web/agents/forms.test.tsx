// @vitest-environment happy-dom
/** The forms of a token and of a browser to be paired: no limit is left out because its list could not be loaded. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import type { VNode } from "preact"
import { afterEach, expect, it, vi } from "vitest"

import { failures } from "../words.ts"
import { NewToken } from "./NewToken.tsx"
import { PairingForm } from "./PairingForm.tsx"
import { RevocableRow } from "./RevocableRow.tsx"
import { SignedInAgents } from "./SignedInAgents.tsx"
import { agents as words, pairing } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const lists: Readonly<Record<string, object>> = {
  "/api/accounts": { accounts: [{ id: "codehost/main" }, { id: "salesdata/main" }] },
  "/api/plugins": { plugins: ["codehost", "salesdata"].map((id) => ({ id, title: `The ${id}` })) },
  "/api/tools": { tools: [{ id: "codehost_get_file" }] }
}

/** Draws a form whose list of accounts fails as often as told, or never arrives. @param answer to what is sent */
const draw = (form: VNode, failing: number, answer?: () => Promise<Response>) => {
  const sent: Array<string> = []
  let left = failing
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (method === "POST") {
      sent.push(path)
      if (answer !== undefined) return answer()
    }
    if (path === "/api/accounts" && left > 0 && left-- > 0) {
      return left === Infinity ? new Promise(() => {}) : new Response("{}", { status: 503 })
    }
    return Response.json(lists[path] ?? { name: "ci", text: "secret" })
  })
  render(form)
  return sent
}

const nothing = () => {}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

const FORMS = [
  ["token", <NewToken onMade={nothing} onClose={nothing} />, words.create, "/api/tokens"],
  ["pairing", <PairingForm onCode={nothing} onClose={nothing} />, pairing.start, "/api/pairing-codes"]
] as const

const enterName = () => {
  const [name] = screen.queryAllByLabelText(new RegExp(words.name))
  if (name !== undefined) fireEvent.input(name, { target: { value: "ci" } })
}

it.each(FORMS)("a %s is not made before its limits can be chosen", async (_, form, create, path) => {
  const sent = draw(form, 1)
  enterName()
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  press(create)
  expect(sent).toEqual([])
  press(failures.again)
  expect(await screen.findByLabelText("salesdata/main")).toBeDefined()
  press(create)
  await vi.waitFor(() => expect(sent).toEqual([path]))
})

it.each(FORMS)("why a %s was not made is gone once it is tried again", async (_, form, create) => {
  const answers = [Promise.resolve(new Response("{}", { status: 500 })), new Promise<Response>(() => {})]
  draw(form, 0, () => answers.shift()!)
  enterName()
  expect(await screen.findByLabelText("salesdata/main")).toBeDefined()
  press(create)
  expect(await screen.findByText(failures.unreadable(500))).toBeDefined()
  press(create)
  await vi.waitFor(() => expect(screen.queryByText(failures.unreadable(500))).toBeNull())
})

it("why a token was not revoked is gone once that is tried again", async () => {
  const answers = [Promise.resolve(new Response("{}", { status: 503 })), new Promise(() => {})]
  vi.stubGlobal("fetch", () => answers.shift())
  const holder = { name: "ci", grant: { readOnly: false }, lastUsedAt: null }
  render(<RevocableRow holder={holder} question="Revoke ci?" path="/api/tokens/1" children="" onRevoked={nothing} />)
  const revoke = () => {
    press(words.revokeNamed("ci"))
    press(words.revoke)
  }
  revoke()
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  revoke()
  await vi.waitFor(() => expect(screen.queryByText(failures.unreadable(503))).toBeNull())
})

it("an agent that signed in is revoked after a question that names it, and no longer listed", async () => {
  const agent = { name: "Claude", redirectHost: "claude.example", createdAt: "2026-06-01T00:00:00Z" }
  const holders = ["1", "2"].map((id) => ({ ...agent, id, grant: { readOnly: false }, lastUsedAt: null }))
  const removed: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (method === "GET") return Response.json({ agents: holders })
    removed.push(path)
    holders.pop()
    return new Response(null, { status: 204 })
  })
  render(<SignedInAgents />)
  const [, second] = await screen.findAllByRole("button", { name: words.revokeNamed("Claude") })
  fireEvent.click(second!)
  const question = screen.getByRole("group", { name: words.sure("Claude") })
  expect(removed).toEqual([])
  fireEvent.click(within(question).getByRole("button", { name: words.revoke }))
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1))
  expect(removed).toEqual(["/api/agents/2"])
})

it("a token waits for lists that are still loading, unless it may manage, which has no limits", async () => {
  const sent = draw(<NewToken onMade={nothing} onClose={nothing} />, Infinity)
  fireEvent.input(screen.getByLabelText(new RegExp(words.name)), { target: { value: "ci" } })
  press(words.create)
  expect(sent).toEqual([])
  fireEvent.click(screen.getByLabelText(new RegExp(words.manages)))
  press(words.create)
  await vi.waitFor(() => expect(sent).toEqual(["/api/tokens"]))
})

it("limits are sent as they were chosen, and none while one is wrong", async () => {
  const sent: Array<unknown> = []
  vi.stubGlobal("fetch", async (path: string, { body }: { readonly body?: string }) => {
    if (body !== undefined) sent.push((JSON.parse(body) as { readonly grant: unknown }).grant)
    return Response.json(lists[path] ?? {})
  })
  const grant = { readOnly: true, plugins: ["codehost"], accounts: ["salesdata/main"], creditsPerDay: 5 }
  for (const [kind, form, create] of FORMS) {
    const { unmount } = render(form)
    enterName()
    for (const label of ["The codehost", "salesdata/main", ...(kind === "token" ? ["codehost_get_file"] : [])]) {
      fireEvent.click(await screen.findByLabelText(label))
    }
    fireEvent.click(screen.getByLabelText(new RegExp(words.readOnly)))
    const credits = screen.getByLabelText(new RegExp(words.credits))
    fireEvent.input(credits, { target: { value: "five" } })
    press(create)
    expect(await screen.findByText(words.mustBeNumber)).toBeDefined()
    expect(sent).toEqual([])
    fireEvent.input(credits, { target: { value: "5" } })
    press(create)
    await vi.waitFor(() =>
      expect(sent.splice(0)).toEqual([kind === "token" ? { ...grant, tools: ["codehost_get_file"] } : grant])
    )
    unmount()
  }
})
