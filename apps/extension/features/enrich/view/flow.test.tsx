// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName, Requests } from "../../../messaging/contract.ts"
import { personCard, personRecord } from "../../../tests/samples/cards.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { company, payer, person, price } from "../../../tests/samples/subjects.ts"
import { Sections } from "../../sections.tsx"
import { section } from "../feature.ts"
import type { Outcome, Preview } from "../requests.ts"
import { outcomeStage } from "./outcome/outcome-stage.ts"

const OF = { plugin: "salesdata", account: "default" }
const answered = { subject: person, card: personCard, record: personRecord, matchedOn: [] }
const match: Outcome = { state: "match", ...answered, charged: 0, inPage: "here" }
const ready = { state: "ready", subject: person, price, payer, address: "" } as const
const cachedPreview = {
  state: "cached",
  subject: person,
  price,
  payer,
  match: true,
  fetchedAt: personCard.fetchedAt,
  address: ""
} as const

const both = { ...payer, names: ["default", "team-b"] }

type Answer = null | Preview | Outcome | Requests["forget"]["output"] | Promise<Preview | Outcome>

/** A worker that gives these answers in turn and records the requests. */
const worker = (...answers: ReadonlyArray<readonly [RequestName, Answer]>) => {
  const requests: Array<readonly [RequestName, unknown]> = []
  const remaining = [...answers]
  const send = async (name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    // A result also reads the subject's note. There is none.
    if (name === "note") return { ok: true, output: { text: "" } }
    if (name === "employer") return { ok: true, output: { state: "none" } }
    requests.push([name, input])
    const next = remaining.shift()
    if (next === undefined || next[0] !== name) throw new Error(`unexpected ${name}`)
    return { ok: true, output: await next[1] }
  }
  return { asked: requests, send: send as Send, names: () => requests.map(([name]) => name) }
}

const open = (send: Send) =>
  render(<Sections of={{ enrich: section }} tab={{ address: "", tabId: 7, send }} onSettings={() => undefined} />)
/** Views are loaded when they are first shown, which takes longer than a second on a busy machine. */
const waitForText = (text: RegExp) =>
  vi.waitFor(() => expect(document.body.textContent).toMatch(text), { timeout: 10_000 })

afterEach(cleanup)

it("subtracts a known charge from what the cap leaves", async () => {
  const cap = { kind: "day", limit: 50, left: 37 } as const
  const attempt = { offer: { ...ready, price: { ...price, cap } }, consent: "charge", place: "popup" } as const
  const leftAfter = async (outcome: Outcome) => {
    const stage = await outcomeStage(outcome, attempt)
    return "offer" in stage ? stage.offer?.price.cap?.left : undefined
  }
  expect(await leftAfter({ ...match, charged: 2 })).toBe(35)
  expect(await leftAfter({ ...match, charged: "unknown" })).toBe(37)
  expect(await leftAfter({ state: "failed", subject: person, error: errors.unavailable })).toBe(37)
})

it("below another section, leaves out an offer that cannot be made, but not the failure of what was clicked", async () => {
  const replies: Array<Reply<RequestName>> = [{ ok: false, error: errors.keyLost }]
  const send = async () => replies.shift()
  const openBelow = () => {
    const above = { applies: () => "subject" as const, view: () => <p>above</p> }
    const tab = { address: "", tabId: 7, send: send as Send }
    return render(<Sections of={{ above, enrich: section }} tab={tab} onSettings={() => undefined} />)
  }
  const { container, unmount } = openBelow()
  await vi.waitFor(() => expect(replies).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(container.textContent).toBe("above")
  unmount()
  const charge = { id: "row-1", operation: "", subjects: [], at: personCard.fetchedAt, upTo: 2, again: undefined }
  const since = personCard.fetchedAt
  replies.push(
    { ok: true, output: { state: "unknownCharge", subject: person, price, payer, since, charges: [charge] } },
    { ok: false, error: errors.keyLost }
  )
  openBelow()
  await waitForText(/got no answer/)
  fireEvent.click(screen.getByRole("button", { name: "It was not charged" }))
  await waitForText(/key/)
  expect(screen.getByRole("alert")).toBeDefined()
})

it.each([
  [
    "a paired hub whose purchases are not known here",
    { isHubApart: true },
    /Nothing goes to the provider until you click\. What the hub has bought is bought again here\./
  ],
  ["an account here, whose hub does not know", { savedBy: "team-b" }, /account team-b already has it\./]
])("says what would be bought again, of %s", async (_, more, text) => {
  const { send } = worker(["preview", { ...ready, ...more }])
  open(send)
  await waitForText(text)
})

it("in the panel, where no button takes the focus by itself, leaves it with the subject after a click and its answer", async () => {
  const answer = Promise.withResolvers<Outcome>()
  const { send } = worker(["preview", ready], ["enrich", answer.promise])
  const tab = { address: "", tabId: 7, send, isBeside: true }
  render(<Sections of={{ enrich: section }} tab={tab} onSettings={() => undefined} />)
  await waitForText(/Enrich/)
  expect(document.activeElement).toBe(document.body)
  const button = screen.getByRole("button", { name: "Enrich" })
  button.focus()
  fireEvent.click(button)
  await waitForText(/Asking the provider/)
  expect(document.activeElement?.tagName).toBe("H1")
  answer.resolve({ state: "failed", subject: person, error: errors.unavailable })
  await waitForText(/provider failed/)
  expect(document.activeElement?.tagName).toBe("H1")
})

/** Opens it in a panel. @returns its listeners for an offer that may be out of date */
const openBeside = (send: Send): ReadonlySet<() => void> => {
  const looks = new Set<() => void>()
  const onOutdated = (look: () => void) => {
    looks.add(look)
    return () => void looks.delete(look)
  }
  const tab = { address: "", tabId: 7, send, isBeside: true, onOutdated }
  render(<Sections of={{ enrich: section }} tab={tab} onSettings={() => undefined} />)
  return looks
}

/** Listeners are added a moment after the offer is drawn. */
const lookAgain = async (listeners: ReadonlySet<() => void>) => {
  await vi.waitFor(() => expect(listeners.size).toBe(1), { timeout: 10_000 })
  for (const look of listeners) look()
}

it("an offer that may be out of date is looked at again, and no longer once it is taken", async () => {
  const dearer = { ...ready, price: { ...price, upTo: 7 } }
  const { send, names } = worker(["preview", ready], ["preview", dearer], ["enrich", match])
  const looks = openBeside(send)
  await waitForText(/2 credits/)
  await lookAgain(looks)
  await waitForText(/7 credits/)
  fireEvent.click(screen.getByRole("button", { name: "Enrich" }))
  await waitForText(/Copy/)
  expect([...looks]).toEqual([])
  expect(names()).toEqual(["preview", "preview", "enrich"])
})

it("an offer that is drawn again, as every minute in the panel, goes on waiting for what outdates it", async () => {
  const { send } = worker(["preview", ready])
  const onOutdated = vi.fn<() => () => void>(() => () => undefined)
  const draw = () => {
    const tab = { address: "", tabId: 7, send, isBeside: true, onOutdated }
    return <Sections of={{ enrich: section }} tab={tab} onSettings={() => undefined} />
  }
  const { rerender } = render(draw())
  await vi.waitFor(() => expect(onOutdated).toHaveBeenCalledOnce(), { timeout: 10_000 })
  rerender(draw())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(onOutdated).toHaveBeenCalledOnce()
})

it.each([
  ["that nothing is connected", { state: "notConnected" }, /Connect/],
  ["that the account cannot be used", { state: "failed", error: errors.unauthorized }, /rejected/],
  [
    "that a charge is unknown",
    { state: "unknownCharge", subject: person, price, payer, since: personCard.fetchedAt, charges: [] },
    /may have charged/
  ]
] satisfies ReadonlyArray<readonly [string, Preview, RegExp]>)(
  "a panel that says %s looks again once that may be out of date",
  async (_says, before, text) => {
    const { send } = worker(["preview", before], ["preview", ready])
    const looks = openBeside(send)
    await waitForText(text)
    await lookAgain(looks)
    await waitForText(/Costs up to/)
  }
)

it("sends nothing until the click, and then asks for the subject that was shown", async () => {
  const { send, asked, names } = worker(["preview", ready], ["enrich", match])
  open(send)
  await waitForText(/Costs up to/)
  expect(names()).toEqual(["preview"])
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/mia\.nguyen@/)
  expect(asked).toEqual([
    ["preview", { tabId: 7, account: null }],
    ["enrich", { ...OF, tabId: 7, subject: person.key, consent: "charge", upTo: 2, place: "page" }]
  ])
})

it("asks about a link, and never about the page that it is in", async () => {
  const link = "https://network.example/in/mia-nguyen"
  const { send, asked } = worker(["preview", ready], ["enrich", match])
  render(
    <Sections of={{ enrich: section }} tab={{ address: link, tabId: 7, link, send }} onSettings={() => undefined} />
  )
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/mia\.nguyen@/)
  expect(asked).toEqual([
    ["preview", { tabId: 7, link, account: null }],
    ["enrich", { ...OF, tabId: 7, link, subject: person.key, consent: "charge", upTo: 2, place: "page" }]
  ])
})

it.each([
  ["shown", 1],
  ["blocked", 0],
  ["unseen", 0],
  ["here", 0]
] as const)("closes the popup only once the record is in the page: %s", async (inPage, times) => {
  const close = vi.fn<() => void>()
  const { send } = worker(["preview", ready], ["enrich", { ...match, inPage }])
  render(
    <Sections of={{ enrich: section }} tab={{ address: "", tabId: 7, send, close }} onSettings={() => undefined} />
  )
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/mia\.nguyen@/)
  expect(close).toHaveBeenCalledTimes(times)
})

it("opens a saved match at once, for free", async () => {
  const { send, asked, names } = worker(["preview", cachedPreview], ["enrich", match])
  open(send)
  await waitForText(/mia\.nguyen@/)
  expect(names()).toEqual(["preview", "enrich"])
  expect(asked[1]?.[1]).toMatchObject({ consent: "free", upTo: 2, place: "popup" })
})

it("opens the saved record of a web application's company only after a click", async () => {
  const { send, names } = worker(
    [
      "preview",
      {
        ...cachedPreview,
        subject: { kind: "site", name: "google.com", key: "site google.com" },
        address: "https://mail.google.com/"
      }
    ],
    ["enrich", match]
  )
  open(send)
  await waitForText(/not a company's own site/)
  expect(names()).toEqual(["preview"])
  fireEvent.click(screen.getByRole("button", { name: /Show what is saved/ }))
  await waitForText(/mia\.nguyen@/)
})

it("sends no request for a saved miss", async () => {
  const { send, names } = worker(["preview", { ...cachedPreview, match: false }])
  open(send)
  await waitForText(/no match/)
  expect(names()).toEqual(["preview"])
})

it("waits for a lookup that is under way, and opens its result", async () => {
  const busy: Preview = { state: "busy", subject: person, price, payer, forMillis: 41_000 }
  const { send, names } = worker(["preview", busy], ["preview", busy], ["preview", cachedPreview], ["enrich", match])
  open(send)
  await waitForText(/Nothing is sent twice/)
  // Counted from its own beginning.
  await waitForText(/41\.\d s/)
  await vi.waitFor(() => expect(names()).toEqual(["preview", "preview", "preview", "enrich"]), { timeout: 3000 })
  await waitForText(/mia\.nguyen@/)
})

it("counts no seconds of a lookup whose beginning is unknown", async () => {
  const busy: Preview = { state: "busy", subject: person, price, payer }
  open(worker(["preview", busy], ["preview", busy], ["preview", busy]).send)
  await waitForText(/Nothing is sent twice/)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(document.querySelector(".elapsed")).toBeNull()
})

it("checks the page again when it has moved on, and looks up nothing by itself", async () => {
  const movedOn: Outcome = { state: "failed", subject: person, error: errors.movedOn }
  const { send, names } = worker(["preview", ready], ["enrich", movedOn], ["preview", { ...ready, subject: company }])
  open(send)
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/page moved on/)
  fireEvent.click(screen.getByRole("button", { name: "Check this page" }))
  await waitForText(/Kauri Foods/)
  expect(names()).toEqual(["preview", "enrich", "preview"])
})

it("leaves the focus with the title if there is nobody on the page that the button checks again", async () => {
  const movedOn: Outcome = { state: "failed", subject: person, error: errors.movedOn }
  const nothingHere = { state: "nothingHere", at: "elsewhere", address: "" } as const
  open(worker(["preview", ready], ["enrich", movedOn], ["preview", nothingHere]).send)
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/page moved on/)
  fireEvent.click(screen.getByRole("button", { name: "Check this page" }))
  await waitForText(/Nothing to show here/)
  expect(document.activeElement?.textContent).toBe("Nothing to show here")
})

it.each(["unknownChargeRefusal", "uncachedRefusal", "expired"] as const)(
  "shows no screen that only leads back: %s",
  async (error) => {
    const failed: Outcome = { state: "failed", subject: person, error: errors[error] }
    const { send, names } = worker(["preview", ready], ["enrich", failed], ["preview", { ...ready, subject: company }])
    open(send)
    await waitForText(/Costs up to/)
    fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
    await waitForText(/Kauri Foods/)
    expect(names()).toEqual(["preview", "enrich", "preview"])
  }
)

it("sends one request for two clicks", async () => {
  const { send, names } = worker(["preview", ready], ["enrich", new Promise<Outcome>(() => undefined)])
  open(send)
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/Asking the provider/)
  fireEvent.click(screen.getByRole("button", { name: /Asking/ }))
  expect(names()).toEqual(["preview", "enrich"])
})

it("shows why the worker could not start the lookup", async () => {
  open(() => Promise.resolve({ ok: false, error: errors.unavailable }))
  await waitForText(/provider has a problem/)
})

it("forgets the record after a confirmation, says what is kept, and starts again", async () => {
  const { send, asked, names } = worker(
    ["preview", cachedPreview],
    ["enrich", match],
    ["forget", { answers: 1, credits: 2 }],
    ["preview", ready]
  )
  open(send)
  await waitForText(/mia\.nguyen@/)
  fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
  fireEvent.click(screen.getByRole("button", { name: "Forget" }))
  expect(document.activeElement?.textContent).toBe("Cancel")
  expect(names()).toEqual(["preview", "enrich"])
  fireEvent.click(screen.getByRole("button", { name: "Yes, forget" }))
  await waitForText(/Forgotten\. 2 credits spent stay in the ledger\./)
  await waitForText(/Costs up to/)
  expect(document.body.textContent).not.toMatch(/mia\.nguyen@/)
  expect(asked[2]).toEqual(["forget", { ...OF, tabId: 7, subject: person.key }])
})

it("says what was forgotten even if the page cannot be looked at afterwards, until something is asked", async () => {
  const { send } = worker(
    ["preview", cachedPreview],
    ["enrich", match],
    ["forget", { answers: 1, credits: 2 }],
    ["preview", { state: "failed", error: errors.unavailable }],
    ["preview", ready],
    ["enrich", { state: "failed", subject: person, error: errors.transport }]
  )
  open(send)
  await waitForText(/mia\.nguyen@/)
  for (const name of ["More ▾", "Forget", "Yes, forget"]) fireEvent.click(screen.getByRole("button", { name }))
  await waitForText(/provider failed \(503\)/)
  expect(document.body.textContent).toMatch(/Forgotten\. 2 credits spent stay in the ledger\./)
  fireEvent.click(screen.getByRole("button", { name: /^Try again/ }))
  fireEvent.click(await screen.findByRole("button", { name: /Enrich/ }))
  await waitForText(/not reached/)
  expect(document.body.textContent).not.toMatch(/Forgotten/)
})

it("repeats the request for a newer answer if that failed, with the same consent and in the same place", async () => {
  const failed: Outcome = { state: "failed", subject: person, error: errors.transport }
  const { send, asked } = worker(
    ["preview", cachedPreview],
    ["enrich", match],
    ["enrich", failed],
    ["enrich", { ...match, charged: 2 }]
  )
  open(send)
  await waitForText(/mia\.nguyen@/)
  fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
  fireEvent.click(screen.getByRole("button", { name: /^Look again/ }))
  await waitForText(/not reached.*Costs up to 2 credits/)
  fireEvent.click(screen.getByRole("button", { name: "Try again" }))
  await waitForText(/mia\.nguyen@/)
  const refresh = { ...OF, tabId: 7, subject: person.key, consent: "refresh", upTo: 2, place: "popup" }
  expect(asked.slice(2)).toEqual([
    ["enrich", refresh],
    ["enrich", refresh]
  ])
})

it("shows what the cap leaves after every charge, not only after the newest", async () => {
  const charged: Outcome = { ...match, charged: 2 }
  const { send } = worker(["preview", ready], ["enrich", charged], ["enrich", charged])
  open(send)
  fireEvent.click(await screen.findByRole("button", { name: /Enrich/ }))
  await waitForText(/35 left today/)
  fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
  fireEvent.click(screen.getByRole("button", { name: /^Look again/ }))
  await waitForText(/33 left today/)
})

it("offers to repeat a free request without a price", async () => {
  const failed: Outcome = { state: "failed", subject: person, error: errors.transport }
  const { send, asked } = worker(["preview", cachedPreview], ["enrich", failed], ["enrich", match])
  open(send)
  await waitForText(/not reached/)
  expect(document.body.textContent).not.toMatch(/Costs/)
  fireEvent.click(screen.getByRole("button", { name: "Try again" }))
  await waitForText(/mia\.nguyen@/)
  expect(asked[2]?.[1]).toMatchObject({ consent: "free", upTo: 2, place: "popup" })
})

it("does not offer to forget a record that is about somebody else", async () => {
  const another: Outcome = { state: "another", ...answered, charged: 2 }
  const { send } = worker(["preview", ready], ["enrich", another])
  open(send)
  await waitForText(/Costs up to/)
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/about somebody else/)
  fireEvent.click(screen.getByRole("button", { name: "Show that record" }))
  await waitForText(/mia\.nguyen@/)
  fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
  for (const name of ["Forget", /^Look again/, "Write a note"])
    expect(screen.queryByRole("button", { name })).toBeNull()
})

it("offers a choice if several accounts could pay, remembers it, and previews again with it", async () => {
  const { send, asked } = worker(
    ["preview", { ...ready, payer: both }],
    ["chooseAccount", null],
    ["preview", { ...ready, payer: { ...both, account: "team-b" }, price: { ...price, hub: "hub-1" } }],
    ["enrich", match]
  )
  open(send)
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Paid by" })
  expect(choice.value).toBe("default")
  fireEvent.change(choice, { target: { value: "team-b" } })
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await vi.waitFor(() => expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("team-b"))
  expect(asked.slice(1)).toEqual([
    ["chooseAccount", { plugin: "salesdata", account: "team-b" }],
    ["preview", { tabId: 7, account: "team-b" }]
  ])
  fireEvent.click(screen.getByRole("button", { name: /Enrich/ }))
  await waitForText(/mia\.nguyen@/)
  const of = { plugin: "salesdata", account: "team-b", tabId: 7, subject: person.key }
  expect(asked[3]).toEqual(["enrich", { ...of, consent: "charge", upTo: 2, hub: "hub-1", place: "page" }])
})

it.each<readonly [string, Preview]>([
  ["with an offer", { ...ready, payer: { ...both, account: "team-b" } }],
  ["with a failure", { state: "failed", error: errors.unavailable }]
])("shows the account that was chosen last, however late an earlier choice is answered %s", async (_, answer) => {
  const late = Promise.withResolvers<Preview>()
  const { send, asked } = worker(
    ["preview", { ...ready, payer: both }],
    ["chooseAccount", null],
    ["preview", late.promise],
    ["chooseAccount", null],
    ["preview", { ...ready, payer: both }]
  )
  open(send)
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Paid by" })
  fireEvent.change(choice, { target: { value: "team-b" } })
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  fireEvent.change(choice, { target: { value: "default" } })
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  late.resolve(answer)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("default")
  expect(asked).toHaveLength(5)
})

it("offers no choice if only one account can pay", async () => {
  open(worker(["preview", ready]).send)
  await waitForText(/Costs up to/)
  expect(screen.queryByRole("combobox")).toBeNull()
})

it.each([
  ["elsewhere", "", [/Nothing to show here/, /a company's own site/]],
  ["local", "http://wiki/", [/your own machine or network/, /not sent anywhere/]],
  ["elsewhere", "https://github.com/acme", [/Code host/, /belong to many people/]],
  ["profileSite", "", [/Open somebody's profile/]]
] as const)("says why there is nobody to look up, and where to go instead: %s %s", async (at, address, says) => {
  open(worker(["preview", { state: "nothingHere", at, address }]).send)
  for (const words of says) await waitForText(words)
  expect(document.querySelectorAll("h1")).toHaveLength(1)
  expect(screen.getAllByRole("button")).toHaveLength(1)
})
