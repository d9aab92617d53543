// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import { failures, settings as words } from "../words.ts"
import { SettingsView } from "./Settings.tsx"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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
