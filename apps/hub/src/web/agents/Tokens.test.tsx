// @vitest-environment happy-dom
/** The list of tokens beside what is shown of a token or a browser that is new. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Token } from "../api/types.ts"
import { searching } from "../words.ts"
import { Tokens } from "./Tokens.tsx"
import { agents as words, pairing } from "./words.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The page asks every 1.5 s whether a browser has used the code. */
const nextLook = () => vi.advanceTimersByTimeAsync(1_500)

const holderOf = (id: string, kind: Token["kind"]): Token => ({
  id,
  kind,
  name: `The ${id}`,
  grant: { readOnly: false },
  createdAt: "2026-06-01T00:00:00Z",
  expiresAt: null,
  lastUsedAt: null
})

/** A hub with these holders. Returns them, so that a test can add to them. */
const hubWith = (holders: Array<Token>): Array<Token> => {
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (path === "/api/pairing-codes") {
      return Response.json({
        code: "ABCD-EFGH",
        tokenId: "browser",
        expiresAt: new Date(Date.now() + 600_000).toISOString()
      })
    }
    if (path === "/api/tokens" && method === "POST") {
      const made = holderOf("new", "token")
      holders.push(made)
      return Response.json({ ...made, text: "the-secret" })
    }
    if (method === "DELETE") {
      const at = holders.findIndex(({ id }) => path.endsWith(`/${id}`))
      if (at === -1) return Response.json({ error: { message: "There is no such token." } }, { status: 404 })
      holders.splice(at, 1)
      return new Response(null, { status: 204 })
    }
    return Response.json({ tokens: [...holders], accounts: [], plugins: [], tools: [] })
  })
  return holders
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }))

const revoke = async (name: string) => {
  await press(words.revokeNamed(name))
  fireEvent.click(
    within(screen.getByRole("group", { name: words.sureToken(name) })).getByRole("button", { name: words.revoke })
  )
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: words.revokeNamed(name) })).toBeNull())
}

const showCode = async () => {
  await press(pairing.start)
  const form = screen.getByRole("form", { name: pairing.form })
  const button = within(form).getByRole("button", { name: pairing.start })
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull())
  fireEvent.click(button)
  await screen.findByText("ABCD-EFGH")
}

it("a new token, which is shown only once, stays when another is revoked, and goes with its own", async () => {
  hubWith([holderOf("old", "token")])
  render(<Tokens />)
  await press(words.create)
  fireEvent.input(screen.getByLabelText(new RegExp(words.name)), { target: { value: "new" } })
  const form = screen.getByRole("form", { name: words.createTitle })
  const button = within(form).getByRole("button", { name: words.create })
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull())
  fireEvent.click(button)
  await screen.findByText("the-secret")
  await revoke("The old")
  expect(screen.queryByText("the-secret")).not.toBeNull()
  await revoke("The new")
  expect(screen.queryByText("the-secret")).toBeNull()
})

it("a browser that was paired is no longer said to be in the list once it is revoked", async () => {
  const holders = hubWith([holderOf("old", "extension")])
  render(<Tokens />)
  await showCode()
  holders.push(holderOf("browser", "extension"))
  await nextLook()
  expect(await screen.findByText(pairing.paired("The browser"))).toBeDefined()
  await revoke("The browser")
  expect(screen.queryByText(pairing.paired("The browser"))).toBeNull()
  await revoke("The old")
  expect(screen.queryByText(pairing.paired("The browser"))).toBeNull()
})

it("a browser that was paired by another console's code is not said to be the one that used this", async () => {
  const holders = hubWith([holderOf("old", "extension")])
  render(<Tokens />)
  await showCode()
  holders.push(holderOf("another", "extension"))
  const looks = vi.spyOn(globalThis, "fetch")
  await nextLook()
  await vi.waitFor(() => expect(looks).toHaveBeenCalled())
  expect(screen.queryByText(/^Paired:/)).toBeNull()
  expect(screen.getByText("ABCD-EFGH")).toBeDefined()
})

it("a code that nobody has used in time is no longer shown", async () => {
  hubWith([])
  render(<Tokens />)
  await showCode()
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 600_001)
  await nextLook()
  expect(await screen.findByText(pairing.ended)).toBeDefined()
  expect(screen.queryByText("ABCD-EFGH")).toBeNull()
})

it("a token that another console has revoked already is revoked without a failure", async () => {
  const holders = hubWith([holderOf("old", "token")])
  render(<Tokens />)
  await screen.findByText("The old")
  holders.pop()
  await revoke("The old")
  expect(screen.queryByText(/There is no such token/)).toBeNull()
  expect(await screen.findByText(words.none)).toBeDefined()
})

it("a token whose only account was removed is said to use none, rather than all", async () => {
  hubWith([{ ...holderOf("old", "token"), grant: { readOnly: false, accounts: [] } }])
  render(<Tokens />)
  expect(await screen.findByText(`${words.limitedTo.accounts}: ${words.noneOfThem}`)).toBeDefined()
})

it("finds one of many tokens by its name or by what it may use", async () => {
  const holders = Array.from({ length: 1_000 }, (_, n) => holderOf(`token ${n}`, "token"))
  hubWith([...holders, { ...holderOf("other", "extension"), grant: { readOnly: true, accounts: ["codehost/acme"] } }])
  render(<Tokens />)
  const search = await screen.findByRole("searchbox", { name: searching("token").search })
  fireEvent.input(search, { target: { value: "codehost/ACME" } })
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("The other")
  ])
  fireEvent.input(search, { target: { value: "token 777" } })
  expect(screen.getAllByRole("listitem")).toHaveLength(1)
  screen.getByRole("button", { name: words.revokeNamed("The token 777") })
})
