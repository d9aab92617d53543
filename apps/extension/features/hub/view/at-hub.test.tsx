// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import type { RequestName } from "../../../messaging/contract.ts"
import { spending } from "../../../tests/samples/accounts.ts"
import { AtHub } from "./at-hub.tsx"

afterEach(cleanup)

it("says what became of the last unknown charge after it is settled", async () => {
  let unknownCharges = spending.unknownCharges.slice(0, 1)
  const send = (async (name: RequestName) => {
    if (name === "settleCharge") unknownCharges = []
    return { ok: true, output: name === "spending" ? { today: 0, unknownCharges } : null }
  }) as unknown as Send
  render(<AtHub send={send} of={{ plugin: "salesdata", account: "hub:team" }} />)
  fireEvent.click(await screen.findByRole("button", { name: "It was not charged" }))
  await screen.findByText(/Recorded as 0 credits/)
  await screen.findByText(/Every lookup has a known charge/)
  expect(screen.queryByRole("button", { name: "It was not charged" })).toBeNull()
})

it("shows nothing for an account that spent nothing and has no unknown charges", async () => {
  let times = 0
  const send = (async () => {
    times += 1
    return { ok: true, output: { today: 0, unknownCharges: [] } }
  }) as unknown as Send
  const { container } = render(<AtHub send={send} of={{ plugin: "salesdata", account: "hub:team" }} />)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(times).toBe(1)
  expect(container.innerHTML).toBe("")
})
