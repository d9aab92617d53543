// @vitest-environment happy-dom
// A record without a name is called so in the user's language, wherever it is named.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"

import { unknownCharge } from "../../../../tests/samples/accounts.ts"
import { personCard, personRecord } from "../../../../tests/samples/cards.ts"
import { NOW, offerOf, payer, person } from "../../../../tests/samples/subjects.ts"

const views = async () => ({
  ...(await import("../../../../tests/show-stage.tsx")),
  ...(await import("../../../charges/view/list.tsx")),
  ...(await import("./another.tsx"))
})

let german: Awaited<ReturnType<typeof views>>

beforeAll(async () => {
  vi.resetModules()
  vi.stubGlobal("chrome", { i18n: { getUILanguage: () => "de" } })
  german = await views()
})

afterAll(() => {
  vi.unstubAllGlobals()
  // The next import reads the language again.
  vi.resetModules()
})

afterEach(cleanup)

const card = { ...personCard, title: "Unnamed person", subtitle: "" }
const answered = { subject: person, card, record: personRecord, charged: 2, matchedOn: [] } as const

it("in an answer about somebody else", () => {
  const shell = { isFirst: true, onSettings: () => undefined, onAccount: () => undefined } as const
  const outcome = { ...answered, state: "another" } as const
  render(<german.Another {...{ outcome, shell }} tab={german.tab} offer={offerOf(person)} now={NOW} />)
  expect(screen.getByRole("alert").textContent).toContain("Person ohne Namen")
})

it("in an answer about another company than the person's", async () => {
  german.show("match", true, { employer: { state: "another", charged: 1, name: "Unnamed company" } })
  expect((await screen.findByText(/Unternehmen ohne Namen/)).textContent).not.toContain("Unnamed")
})

it.each(["match", "another"])("in the answer to a lookup that was asked again: %s", async (state) => {
  const send = (async () => ({ ok: true, output: { ...answered, state, inPage: "here" } })) as never
  render(<german.Charges charges={[unknownCharge]} of={payer} now={NOW} send={send} onChanged={() => undefined} />)
  for (const name of [/^Noch einmal fragen/, /^Ja/]) fireEvent.click(screen.getByRole("button", { name }))
  expect((await screen.findByText(/Person ohne Namen/)).textContent).not.toContain("Unnamed")
})
