// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { Agents } from "./Agents.tsx"
import { pairing, agents as words } from "./words.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const MANY = 100

it("no long list is above how an agent is connected, a browser paired or a token made", async () => {
  const holders = Array.from({ length: MANY }, (_, n) => ({
    id: `${n}`,
    kind: "token",
    name: `Holder ${n}`,
    redirectHost: "agent.example",
    grant: { readOnly: false },
    createdAt: "2026-06-01T00:00:00Z",
    expiresAt: null,
    lastUsedAt: n === 77 ? "2026-06-02T00:00:00Z" : null
  }))
  vi.stubGlobal("fetch", async () => Response.json({ agents: holders, tokens: holders }))
  render(<Agents />)
  const newToken = await screen.findByRole("button", { name: words.create })
  await vi.waitFor(() => expect(screen.getAllByRole("searchbox")).toHaveLength(2))
  const above = screen
    .getAllByText(/^Holder/)
    .filter((holder) => holder.compareDocumentPosition(newToken) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(above).toHaveLength(10)
  expect(above[0]?.textContent).toBe("Holder 77")
  // A name has its own direction beside texts of another script.
  expect(above[0]?.localName).toBe("bdi")
  const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([words.signedIn, words.connect, pairing.title, words.tokens])
  const signedIn = within(screen.getByRole("region", { name: words.signedIn }))
  fireEvent.click(signedIn.getByRole("button", { name: words.lastUsed.all(MANY) }))
  expect(signedIn.getAllByRole("listitem")).toHaveLength(MANY)
})
