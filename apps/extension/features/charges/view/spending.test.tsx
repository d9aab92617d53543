// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import { unknownCharge } from "../../../tests/samples/accounts.ts"
import { personCard, personRecord } from "../../../tests/samples/cards.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { person } from "../../../tests/samples/subjects.ts"
import type { Outcome } from "../../enrich/requests.ts"
import type { UnknownCharge } from "../unknown-charge.ts"
import { OtherSpending } from "./spending.tsx"

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it("settings that stay open overnight say what was spent today, not yesterday", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 22), toFake: ["Date", "setInterval", "clearInterval"] })
  const spent = { "2026-11-22": 40 } as Readonly<Record<string, number>>
  const send = async () => {
    const today = spent[new Date().toISOString().slice(0, 10)] ?? 1
    return { ok: true, output: { today, unknownCharges: [] } }
  }
  const { container } = render(<OtherSpending send={send as Send} of={{ plugin: "salesdata", account: "other" }} />)
  await vi.waitFor(() => expect(container.textContent).toMatch(/40 credits today/))
  vi.advanceTimersByTime(12 * 3_600_000)
  await vi.waitFor(() => expect(container.textContent).toMatch(/1 credit today/))
})

const failed: Outcome = { state: "failed", subject: null, error: errors.unavailable }
const noMatch: Outcome = {
  state: "noMatch",
  subject: person,
  charged: 1,
  fetchedAt: unknownCharge.at,
  fromCache: false
}
const another: Outcome = {
  state: "another",
  subject: person,
  card: personCard,
  record: personRecord,
  matchedOn: [],
  charged: 2
}

/** Shows an account with these unknown charges and nothing spent today. `asked` lists what was asked about them. */
const open = (
  stored: { charges: ReadonlyArray<UnknownCharge> },
  outcome: Outcome = failed,
  settled: object = { ok: true, output: null }
) => {
  const asked: Array<unknown> = []
  const send = async (name: string, input: unknown) => {
    if (name === "spending") return { ok: true, output: { today: 0, unknownCharges: stored.charges } }
    asked.push([name, input])
    if (name === "settleCharge") {
      if (!("error" in settled)) stored.charges = []
      return settled
    }
    return { ok: true, output: outcome }
  }
  const of = { plugin: "salesdata", account: "other" }
  const { container } = render(<OtherSpending send={send as Send} of={of} />)
  return { asked, of, text: () => container.textContent }
}
const press = async (name: RegExp) => fireEvent.click(await screen.findByRole("button", { name }))

it("a second lookup is agreed to at its price now, and not at that of the first", async () => {
  const { asked, of, text } = open({ charges: [{ ...unknownCharge, upTo: 2, again: { upTo: 20 } }] })
  await press(/^Ask again/)
  expect(text()).toMatch(/ago · up to 2 credits.*a second time: up to 20 credits\./)
  await press(/^Yes, ask again/)
  expect(asked).toEqual([["askAgain", { ...of, id: "row-1", upTo: 20 }]])
})

it("a charge whose row does not tell what it was for can be settled, and not asked again", async () => {
  open({ charges: [{ ...unknownCharge, again: undefined }] })
  await screen.findByRole("button", { name: "It was not charged" })
  expect(screen.queryByRole("button", { name: /^Ask again/ })).toBeNull()
})

it.each([/^It was charged/, /^Ask again/])("a charge whose %s was cancelled stays as it was", async (action) => {
  const { asked } = open({ charges: [unknownCharge] })
  await press(action)
  await press(/^Cancel/)
  await screen.findByRole("button", { name: action })
  expect(asked).toEqual([])
})

it.each<[string, Outcome, RegExp]>([
  ["found nobody", noMatch, /has no match · 1 credit/],
  ["failed", failed, /provider failed \(503\)/],
  ["is about somebody else", another, /about somebody else, Mia Nguyen.*2 credits/]
])("a charge whose second lookup %s stays listed until the worker knows it", async (_, outcome, says) => {
  const { text } = open({ charges: [unknownCharge] }, outcome)
  await press(/^Ask again/)
  await press(/^Yes, ask again/)
  await vi.waitFor(() => expect(text()).toMatch(says))
  expect(screen.getByRole("button", { name: "It was not charged" })).toBeDefined()
})

/** Types what the provider's credit log says, and saves it. */
const settleAs = async (credits: string) => {
  await press(/^It was charged/)
  fireEvent.input(screen.getByRole("textbox"), { target: { value: credits } })
  await press(/^Record it/)
}

it.each([
  [2, "2"],
  [null, ""]
])("a charge of up to %s credits is recorded as that unless another number is typed: %j", async (upTo, typed) => {
  open({ charges: [{ ...unknownCharge, upTo }] })
  await press(/^It was charged/)
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe(typed)
})

it.each([
  ["2,5", 2.5, "2.5 credits"],
  ["٢", 2, "2 credits"],
  ["0", 0, "0 credits"],
  ["1000000", 1_000_000, "1,000,000 credits"]
])("a charge of %s is recorded as typed", async (typed, credits, says) => {
  const { asked, of, text } = open({ charges: [unknownCharge] })
  await settleAs(typed)
  await vi.waitFor(() => expect(text()).toContain(`Recorded as ${says}.`))
  expect(asked).toEqual([["settleCharge", { ...of, id: "row-1", credits }]])
})

it.each(["", "-1", "lots", "1,234", "1000001"])(
  "a charge of %j is not recorded, and its field says why",
  async (typed) => {
    const { asked } = open({ charges: [unknownCharge] })
    await settleAs(typed)
    expect(screen.getByRole("alert").textContent).toMatch(/number/)
    expect(asked).toEqual([])
  }
)

it("a charge that could not be recorded stays listed, with all whom it was for, and why", async () => {
  const charges = [{ ...unknownCharge, subjects: ["mia-nguyen-4b2a19", "cat-wu"] }]
  const { text } = open({ charges }, failed, { ok: false, error: errors.storage })
  await press(/^It was not charged/)
  expect((await screen.findByRole("alert")).textContent).toMatch(/storage is full/)
  expect(text()).toContain("mia-nguyen-4b2a19, cat-wu")
  expect(screen.getByRole("button", { name: "It was not charged" })).toBeDefined()
})

it("says what became of the last charge of an account that has spent nothing today", async () => {
  const stored = { charges: [unknownCharge] }
  const { text } = open(stored)
  await press(/^It was not charged/)
  await vi.waitFor(() => expect(text()).toMatch(/Every lookup has a known charge\..*Recorded as 0 credits/))
})
