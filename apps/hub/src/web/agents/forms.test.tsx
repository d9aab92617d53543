// @vitest-environment happy-dom
/** The forms of a token and of a browser to be paired: no limit is left out because its list could not be loaded. */
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import type { VNode } from "preact"
import { afterEach, expect, it, vi } from "vitest"

import { failures } from "../words.ts"
import { NewToken } from "./NewToken.tsx"
import { PairingForm } from "./PairingForm.tsx"
import { RevocableRow } from "./RevocableRow.tsx"
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

it("a token waits for lists that are still loading, unless it may manage, which has no limits", async () => {
  const sent = draw(<NewToken onMade={nothing} onClose={nothing} />, Infinity)
  fireEvent.input(screen.getByLabelText(new RegExp(words.name)), { target: { value: "ci" } })
  press(words.create)
  expect(sent).toEqual([])
  fireEvent.click(screen.getByLabelText(new RegExp(words.manages)))
  press(words.create)
  await vi.waitFor(() => expect(sent).toEqual(["/api/tokens"]))
})
