// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { failures, settings as words } from "../words.ts"
import { SettingsView } from "./Settings.tsx"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("says how many other browsers were signed out, and nothing of an earlier time beside a failure", async () => {
  const answers = [Response.json({ ended: 2 }), new Response("{}", { status: 503 })]
  const requests: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (method === "GET") return new Promise(() => {})
    requests.push(`${method} ${path}`)
    return answers.shift()
  })
  render(<SettingsView />)
  fireEvent.click(screen.getByRole("button", { name: words.signOthersOut }))
  expect(await screen.findByText(words.othersSignedOut(2))).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: words.signOthersOut }))
  expect(await screen.findByText(failures.unreadable(503))).toBeDefined()
  expect(screen.queryByText(words.othersSignedOut(2))).toBeNull()
  expect(requests).toEqual(["DELETE /api/session/others", "DELETE /api/session/others"])
})

it("an export that fails is not reported beside the success of an earlier one", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path === "/api/accounts" ? Response.json({ accounts: [{}] }) : new Response("{}", { status: 503 })
  )
  render(<SettingsView />)
  fireEvent.click(screen.getByRole("button", { name: words.exportAccounts }))
  expect(await screen.findByText(words.exported(1))).toBeDefined()
  fireEvent.click(screen.getByRole("button", { name: words.exportRuns }))
  await vi.waitFor(() => expect(screen.getAllByText(failures.unreadable(503))).toHaveLength(2))
  expect(screen.queryByText(words.exported(1))).toBeNull()
})

it("has the names of all values before the values arrive, so that nothing below them moves", async () => {
  const settings = { directory: "/data", database: "sqlite", key: "file", url: "http://127.0.0.1:4670", version: "1" }
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)))
  render(<SettingsView />)
  const namesBefore = screen.getAllByRole("term").map(({ textContent }) => textContent)
  answer(Response.json(settings))
  expect(await screen.findByText("/data")).toBeDefined()
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(namesBefore)
})
