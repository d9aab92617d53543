// @vitest-environment happy-dom
// What a record's own requests show when they fail: one sentence, and one button that repeats the request.
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import type { Send } from "../../../../messaging/client.ts"
import { companyCard, companyRecord, personRecord } from "../../../../tests/samples/cards.ts"
import { errors } from "../../../../tests/samples/failures.ts"
import { stages } from "../../../../tests/samples/stages.ts"
import { price } from "../../../../tests/samples/subjects.ts"
import { emptySessionStorage } from "../../../../tests/session-storage.ts"
import { show } from "../../../../tests/show-stage.tsx"
import { pageKeeper } from "../../../people/last-search.ts"
import { People } from "../../../people/view/people.tsx"
import type { EnrichRequests, SalesRecord } from "../../requests.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the people beside a record, and searches them. */
const searchSales = async () => {
  fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
  fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
  await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
  fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Sales" } })
  fireEvent.click(screen.getByRole("button", { name: /^Search/ }))
}

describe("the company of a person", () => {
  it("can be asked for again after a failure, and shows its price again before it is bought", async () => {
    const over: Record<string, unknown> = { employer: { state: "failed", error: errors.unavailable } }
    show("match", true, over)
    expect((await screen.findByRole("alert")).textContent).toMatch(/provider failed \(503\)/)
    const employer = vi.fn<(input: EnrichRequests["employer"]["input"]) => object>(() => ({ state: "ready", price }))
    over["employer"] = employer
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("button", { name: "Enrich company · 2 credits" })
    expect(employer.mock.calls.map(([{ consent }]) => consent)).toEqual(["free"])
    expect(screen.queryByRole("alert")).toBeNull()
  })

  it.each(["movedOn", "expired"] as const)(
    "has the page looked at again if the record is no longer its own (%s)",
    async (problem) => {
      const asked: Array<unknown> = []
      const { look } = show("match", true, {
        employer: (input: unknown) => {
          asked.push(input)
          return { state: "failed", error: errors[problem] }
        }
      })
      const button = await screen.findByRole("button", { name: "Check this page" })
      // The record above it was sent for, and paid.
      expect(screen.getByRole("alert").textContent).not.toContain("Nothing was sent")
      fireEvent.click(button)
      expect(look).toHaveBeenCalledOnce()
      expect(asked).toHaveLength(1)
    }
  )

  it("is bought once, at the price that was shown, not by half of a double click, and leaves the focus in the record, not on the page's body", async () => {
    const asked: Array<unknown> = []
    show("match", true, {
      employer: ({ consent, upTo, hub }: EnrichRequests["employer"]["input"]) => {
        asked.push([consent, upTo, hub])
        return consent === "free"
          ? { state: "ready", price: { ...price, hub: "hub-1" } }
          : { state: "noMatch", charged: 1 }
      }
    })
    const button = await screen.findByRole("button", { name: "Enrich company · 2 credits" })
    button.focus()
    fireEvent.click(button, { detail: 2 })
    expect(asked).toHaveLength(1)
    fireEvent.click(button, { detail: 1 })
    await screen.findByText("No match · 1 credit")
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain("No match · 1 credit"))
    expect(document.activeElement).not.toBe(document.body)
    expect(asked).toEqual([
      ["free", null, undefined],
      ["charge", 2, "hub-1"]
    ])
  })

  it.each([
    ["in its own record, which says whose it is", true, "Kauri Foods Limited"],
    ["where the user has moved it", false, null]
  ])("leaves the focus after it was bought %s", async (_, isLeft, name) => {
    show("match", true, {
      employer: ({ consent }: { readonly consent: string }) =>
        consent === "free"
          ? { state: "ready", price }
          : { state: "match", card: companyCard, record: companyRecord, charged: 1, differences: [], matchedOn: [] }
    })
    const button = await screen.findByRole("button", { name: "Enrich company · 2 credits" })
    button.focus()
    fireEvent.click(button, { detail: 1 })
    if (!isLeft) screen.getByRole("button", { name: "More ▾" }).focus()
    await screen.findByRole("group", { name: "Kauri Foods Limited" })
    expect(document.activeElement?.getAttribute("aria-label")).toBe(name)
  })

  it("says what it cost if the provider has no match, and is not offered again", async () => {
    show("match", true, { employer: { state: "noMatch", charged: 1 } })
    const said = await screen.findByText("No match · 1 credit")
    expect(said.role).toBe("status")
    expect(screen.queryByRole("button", { name: /Enrich company/ })).toBeNull()
  })

  it("is not offered again by an earlier look that is answered once it is being bought", async () => {
    const over: Record<string, unknown> = { employer: { state: "failed", error: errors.unavailable } }
    show("match", true, over)
    const again = await screen.findByRole("button", { name: "Try again" })
    const late = Promise.withResolvers<object>()
    over["employer"] = late.promise
    fireEvent.click(again)
    over["employer"] = { state: "ready", price }
    fireEvent.click(again)
    const button = await screen.findByRole("button", { name: "Enrich company · 2 credits" })
    over["employer"] = new Promise(() => undefined)
    fireEvent.click(button)
    await screen.findByText("Asking the provider…")
    late.resolve({ state: "ready", price })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.queryByRole("button", { name: /Enrich company/ })).toBeNull()
  })

  it("is not offered if its price could exceed the cap", async () => {
    show("match", true, { employer: { state: "ready", price: { ...price, upTo: 38 } } })
    await screen.findByText("Over the cap")
    expect(screen.queryByRole("button", { name: /Enrich company/ })).toBeNull()
  })

  it("leads to the settings if the account's key was rejected", async () => {
    const { onSettings } = show("match", true, { employer: { state: "failed", error: errors.unauthorized } })
    fireEvent.click(await screen.findByRole("button", { name: "Check the key" }))
    expect(onSettings).toHaveBeenCalledOnce()
  })
})

describe("a people search", () => {
  beforeEach(emptySessionStorage)

  it("reads its price again after a failure, and keeps the criteria", async () => {
    const over: Record<string, unknown> = { peoplePrice: errors.unavailable }
    show("match", true, over)
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    expect((await screen.findByRole("alert")).textContent).toMatch(/provider failed \(503\)/)
    expect(screen.queryByRole("button", { name: /^Search/ })).toBeNull()
    fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Sales" } })
    over["peoplePrice"] = price
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    expect(screen.queryByRole("alert")).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>("Department").value).toBe("Sales")
  })

  it("starts with the person's position alone, and is bought by Enter once, never without a criterion or a price", async () => {
    const people = vi.fn<() => object>(() => ({ people: [], total: 0, charged: 2, next: null }))
    const over: Record<string, unknown> = { peoplePrice: errors.unavailable, people }
    show("match", true, over)
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    await screen.findByRole("alert")
    const fields = ["Position", "Seniority", "Department", "Company"].map((name) =>
      screen.getByLabelText<HTMLInputElement>(name)
    )
    expect(fields.map(({ value }) => value)).toEqual(["Head of Procurement", "", "", ""])
    const [position] = fields
    const form = position?.form
    if (position === undefined || form == null) throw new Error("there is no form")
    // Not sent by the browser, which would load the popup again.
    expect(fireEvent.submit(form)).toBe(false)
    over["peoplePrice"] = price
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    fireEvent.input(position, { target: { value: " " } })
    fireEvent.submit(form)
    expect(people).not.toHaveBeenCalled()
    expect(screen.getByRole("button", { name: /^Search/ }).getAttribute("aria-disabled")).toBe("true")
    fireEvent.input(position, { target: { value: "Buyer" } })
    fireEvent.submit(form)
    fireEvent.submit(form)
    const bought = await screen.findByText("0 people · 2 credits")
    screen.getByText("Nobody fits. Leave a field empty, or use other words.")
    expect(people).toHaveBeenCalledOnce()
    // The worker keeps the page that it has just answered with.
    const { subject } = stages["match"]?.at === "match" ? stages["match"].outcome : { subject: undefined }
    const criteria = { position: "Buyer", seniority: "", department: "", company: "" }
    await pageKeeper()({
      input: { plugin: "salesdata", account: "default", ...criteria, subject: subject?.key ?? "" },
      output: { people: [], total: 0, charged: 2, next: null }
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(bought.textContent).toBe("0 people · 2 credits")
  })

  const personAs = (jobTitle: string | null): SalesRecord => {
    if (personRecord.of !== "person") throw new Error("no person")
    return { ...personRecord, fields: { ...personRecord.fields, jobTitle, department: "Sales" } }
  }
  const unnamedCompany = (): SalesRecord => {
    if (companyRecord.of !== "company") throw new Error("no company")
    return { ...companyRecord, fields: { ...companyRecord.fields, name: null } }
  }
  it.each([
    ["a person from their position alone", personAs("Buyer"), "Similar people", ["Buyer", "", "", ""]],
    [
      "a person without a position from seniority and department",
      personAs(null),
      "Similar people",
      ["", "Head", "Sales", ""]
    ],
    [
      "a person with a longer position than can be searched for from its beginning",
      personAs("Buyer ".repeat(40)),
      "Similar people",
      ["Buyer ".repeat(40).slice(0, 200), "", "", ""]
    ],
    ["a company from its name", companyRecord, "People by role", ["", "", "", "Kauri Foods Limited"]],
    ["a company without a name from nothing", unnamedCompany(), "People by role", ["", "", "", ""]]
  ])("starts beside %s, with the focus in its first field, and has a price", async (_, record, heading, criteria) => {
    const of = { plugin: "salesdata", account: "default", subject: "it", tabId: 1 }
    const send = async () => ({ ok: true, output: price })
    render(<People send={send as unknown as Send} {...{ of, record }} onSettings={() => {}} />)
    expect(screen.getByRole("heading").textContent).toBe(heading)
    const fields = screen.getAllByRole<HTMLInputElement>("textbox")
    expect(fields.map(({ value }) => value)).toEqual(criteria)
    await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    expect(document.activeElement).toBe(fields[0])
  })

  it.each([
    ["its price could exceed the cap", { ...price, upTo: 38 }, "A search could exceed the cap."],
    ["a cap is set and it has no price", { ...price, upTo: null }, /The account has no price for a search/]
  ])("is not offered if %s, neither is the next page of an earlier one", async (_, tooDear, says) => {
    const people = vi.fn<() => object>()
    const { subject } = stages["match"]?.at === "match" ? stages["match"].outcome : { subject: undefined }
    const criteria = { position: "Buyer", seniority: "", department: "", company: "" }
    await pageKeeper()({
      input: { plugin: "salesdata", account: "default", ...criteria, subject: subject?.key ?? "" },
      output: { people: [], total: 3, charged: 2, next: { extra: { page: 2 } } }
    })
    show("match", true, { peoplePrice: tooDear, people })
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    await screen.findByText(/searched before/)
    await screen.findByText(says)
    const form = screen.getByLabelText<HTMLInputElement>("Position").form
    if (form === null) throw new Error("there is no form")
    fireEvent.submit(form)
    expect(screen.queryByRole("button", { name: /^(Search|Next page)/ })).toBeNull()
    expect(people).not.toHaveBeenCalled()
  })

  it("says of each of the people what the provider knows of them, with a link to their profile", async () => {
    const profileUrl = "https://www.linkedin.com/in/ann-lee"
    const ann = { name: "Ann Lee", title: "Buyer", company: "Acme", location: "Perth", profileUrl }
    const unnamed = { name: null, title: null, company: "Acme", location: null, profileUrl: null }
    const answer = { people: [ann, unnamed], total: 2, charged: 2, next: null }
    show("match", true, { peoplePrice: price, people: answer })
    await searchSales()
    expect((await screen.findByRole("link", { name: "Ann Lee" })).getAttribute("href")).toBe(profileUrl)
    const lines = [...document.querySelectorAll(".people-list li")].map(({ textContent }) => textContent)
    expect(lines).toEqual(["Ann LeeBuyer · Acme · Perth", "No nameAcme"])
  })

  it("leads from page to page, each with its price on the button, and keeps the people of the pages before", async () => {
    const line = (name: string) => ({ name, title: null, company: null, location: null, profileUrl: null })
    const second = { company: "Acme", extra: { page: 2 } }
    const { subject } = stages["match"]?.at === "match" ? stages["match"].outcome : { subject: undefined }
    const asked: Array<unknown> = []
    const over: Record<string, unknown> = {
      peoplePrice: price,
      people: (input: { readonly next?: unknown; readonly subject: string }) => {
        asked.push(input.next)
        // By which the pages are shown again.
        expect(input.subject).toBe(subject?.key)
        return input.next === undefined
          ? { people: [line("Ann Lee"), line("Bob Tan")], total: 3, charged: 2, next: second }
          : { people: [line("Cat Wu")], total: 3, charged: 1, next: null }
      }
    }
    show("match", true, over)
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    const search = await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Sales" } })
    fireEvent.click(search)
    const next = await screen.findByRole("button", { name: "Next page · Costs up to 2 credits" })
    expect(screen.getByText(/^2 of 3 people · /).textContent).toContain("2 credits")
    expect(asked).toEqual([undefined])
    fireEvent.click(next)
    expect((await screen.findByText(/^3 people · /)).textContent).toContain("3 credits")
    const names = screen.getAllByText(/^(Ann Lee|Bob Tan|Cat Wu)$/).map(({ textContent }) => textContent)
    expect(names).toEqual(["Ann Lee", "Bob Tan", "Cat Wu"])
    expect(screen.queryByRole("button", { name: /^Next page/ })).toBeNull()
    expect(asked).toEqual([undefined, second])
  })

  it("buys each page once, however often its button is pressed, and does not add up what is unknown", async () => {
    let bought = 0
    show("match", true, {
      peoplePrice: price,
      people: () => {
        bought += 1
        return { people: [], total: 2 + bought, charged: bought === 2 ? "unknown" : 2, next: { extra: { page: 2 } } }
      }
    })
    await searchSales()
    fireEvent.click(screen.getByRole("button", { name: /^Search/ }))
    const next = await screen.findByRole("button", { name: /^Next page/ })
    expect(bought).toBe(1)
    fireEvent.click(next)
    fireEvent.click(next)
    await screen.findByText("0 of 4 people · Charge unknown")
    expect(bought).toBe(2)
    fireEvent.click(next)
    await screen.findByText("0 of 5 people · Charge unknown")
  })

  it("shows what a popup searched before it closed, with its criteria, and what arrives after that", async () => {
    const line = (name: string) => ({ name, title: null, company: null, location: null, profileUrl: null })
    const answer = { people: [line("Ann Lee")], total: 3, charged: 2, next: { extra: { page: 2 } } } as const
    show("match", true, { peoplePrice: price, people: answer })
    const open = async () => {
      fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
      fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
      return screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    }
    await open()
    expect(screen.queryByText(/people ·/)).toBeNull()
    const { subject } = stages["match"]?.at === "match" ? stages["match"].outcome : { subject: undefined }
    const criteria = { position: "", seniority: "", department: "Sales", company: "Acme" }
    const input = { plugin: "salesdata", account: "default", ...criteria, subject: subject?.key ?? "" }
    await pageKeeper()({ input, output: answer })
    expect((await screen.findByText(/^1 of 3 people · 2 credits · searched before, not charged again$/)).role).toBe(
      "status"
    )
    cleanup()

    show("match", true, { peoplePrice: price, people: { ...answer, people: [line("Bob Tan")], charged: 1 } })
    await open()
    await screen.findByText("Ann Lee")
    expect(screen.getByLabelText<HTMLInputElement>("Department").value).toBe("Sales")
    fireEvent.click(screen.getByRole("button", { name: /^Next page/ }))
    await screen.findByText(/^2 of 3 people · 3 credits$/)
  })

  it("has the criteria that were entered when the popup closed, until they have been searched", async () => {
    const over: Record<string, unknown> = { peoplePrice: price, people: errors.unavailable }
    const open = async () => {
      cleanup()
      show("match", true, over)
      fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
      fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
      await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    }
    const department = () => screen.getByLabelText<HTMLInputElement>("Department").value
    await open()
    const before = department()
    fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Legal" } })
    await open()
    await vi.waitFor(() => expect(department()).toBe("Legal"))
    fireEvent.click(screen.getByRole("button", { name: /^Search/ }))
    await screen.findByRole("alert")
    await open()
    await vi.waitFor(() => expect(department()).toBe("Legal"))
    over["people"] = { people: [], total: 0, charged: 2, next: null }
    fireEvent.click(screen.getByRole("button", { name: /^Search/ }))
    await screen.findByText(/^0 people/)
    expect(department()).toBe("Legal")
    await vi.waitFor(async () => expect(await chrome.storage.session.get()).toEqual({}))
    await open()
    expect(department()).toBe(before)
  })

  it("leaves criteria that are entered while it searches, or before the next page of another search", async () => {
    const reply = Promise.withResolvers<object>()
    const page = { people: [], total: 3, charged: 2, next: { extra: { page: 2 } } }
    const over: Record<string, unknown> = { peoplePrice: price, people: reply.promise }
    show("match", true, over)
    await searchSales()
    const department = screen.getByLabelText<HTMLInputElement>("Department")
    fireEvent.input(department, { target: { value: "Legal" } })
    reply.resolve(page)
    const next = await screen.findByRole("button", { name: /^Next page/ })
    expect(department.value).toBe("Legal")
    over["people"] = { ...page, next: null }
    fireEvent.click(next)
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^Next page/ })).toBeNull())
    expect(department.value).toBe("Legal")
    expect(JSON.stringify(await chrome.storage.session.get())).toContain("Legal")
  })

  it("leaves criteria that another window has entered while it searches", async () => {
    const reply = Promise.withResolvers<object>()
    show("match", true, { peoplePrice: price, people: reply.promise })
    await searchSales()
    const [key] = Object.keys(await chrome.storage.session.get())
    const other = { [key ?? expect.fail()]: '{"department":"Legal"}' }
    await chrome.storage.session.set(other)
    reply.resolve({ people: [], total: 0, charged: 2, next: null })
    await screen.findByText(/^0 people/)
    expect(await chrome.storage.session.get()).toEqual(other)
  })

  it("shows what a closed popup searched without replacing the criteria that are being entered", async () => {
    show("match", true, { peoplePrice: price })
    fireEvent.click(screen.getByRole("button", { name: "More ▾" }))
    fireEvent.click(screen.getByRole("button", { name: "Similar people" }))
    await screen.findByRole("button", { name: "Search · Costs up to 2 credits" })
    fireEvent.input(screen.getByLabelText("Department"), { target: { value: "Legal" } })
    const { subject } = stages["match"]?.at === "match" ? stages["match"].outcome : { subject: undefined }
    const criteria = { position: "", seniority: "", department: "Sales", company: "Acme" }
    await pageKeeper()({
      input: { plugin: "salesdata", account: "default", ...criteria, subject: subject?.key ?? "" },
      output: { people: [], total: 3, charged: 2, next: null }
    })
    await screen.findByText(/searched before/)
    expect(screen.getByLabelText<HTMLInputElement>("Department").value).toBe("Legal")
  })

  it("is not repeated at a price that has risen: the price is read and shown first", async () => {
    const seenPrices: Array<unknown> = []
    const firstPage = { people: [], total: 3, charged: 2, next: { extra: { page: 2 } } }
    const over: Record<string, unknown> = {
      peoplePrice: { ...price, hub: "hub-1" },
      people: ({ upTo, hub, next }: { readonly upTo: number; readonly hub: string; readonly next?: object }) => {
        seenPrices.push([upTo, hub])
        return next === undefined ? firstPage : errors.priceRisen
      }
    }
    show("match", true, over)
    await searchSales()
    fireEvent.click(await screen.findByRole("button", { name: /^Next page/ }))
    expect((await screen.findByRole("alert")).textContent).toMatch(/up to 20 credits.*Look again to see the price/)
    expect(screen.queryByRole("button", { name: /^Next page/ })).toBeNull()
    over["peoplePrice"] = { ...price, upTo: 20 }
    fireEvent.click(screen.getByRole("button", { name: "Check the current state" }))
    await screen.findByRole("button", { name: "Search · Costs up to 20 credits" })
    expect(screen.getByRole("button", { name: /^Next page · Costs up to 20/ })).toBeDefined()
    expect(screen.queryByRole("alert")).toBeNull()
    expect(seenPrices).toEqual([
      [2, "hub-1"],
      [2, "hub-1"]
    ])
  })

  it("keeps its people if the next page fails, and offers it again", async () => {
    const over: Record<string, unknown> = {
      peoplePrice: price,
      people: { people: [], total: 3, charged: 2, next: { extra: { page: 2 } } }
    }
    show("match", true, over)
    await searchSales()
    const next = await screen.findByRole("button", { name: /^Next page/ })
    over["people"] = errors.unavailable
    fireEvent.click(next)
    expect((await screen.findByRole("alert")).textContent).toMatch(/provider failed \(503\)/)
    expect(screen.getByRole("button", { name: /^Next page/ })).toBeDefined()
    expect(screen.getByRole("button", { name: /^Search/ })).toBeDefined()
    expect(screen.getByText(/^0 of 3 people/)).toBeDefined()
  })
})
