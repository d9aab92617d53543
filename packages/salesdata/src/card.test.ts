import { describe, expect, it } from "vitest"

import { readCompany, readPerson } from "../tests/readings.ts"
import { companyCard, personCard } from "./card.ts"
import type { Reading } from "./wire/reading/record-reader.ts"

const question = {
  match: true,
  matchedOn: ["email"],
  credits: { charged: 2, basis: "provider" as const },
  fetchedAt: "2026-11-21T00:00:00Z",
  fromCache: false
}
/** A lookup's output for a record. `raw` is null, as in a shortened answer. */
const outcomeOf = <A>(reading: Reading<A> | undefined) => ({
  ...question,
  raw: null,
  record: reading?.value ?? null,
  ...(reading !== undefined && { sources: reading.sources }),
  ...(reading?.checkedOn !== undefined && { checkedOn: reading.checkedOn })
})
const person = (raw: unknown, slug?: string) => personCard(outcomeOf(readPerson(raw)), slug)
const company = (raw: unknown) => companyCard(outcomeOf(readCompany(raw)))

const jane = {
  person: {
    full_name: "Jane Doe",
    job_title: "Head of Sales",
    emails: [{ email: "jane@firm.example", type: "work", verified: true }],
    phone_numbers: [{ number: "+61 491 570 156", type: "mobile", dnc: true }],
    company: { name: "Firm", domain: "firm.example", abn: "51824753556" },
    location: { city: "Perth", state: "WA", country: "Australia" },
    profile_url: "https://network.example/in/jane-doe"
  }
}

describe("a person's card", () => {
  it("puts contact details first, with labels, marks and the source of each value", () => {
    const card = person(jane)
    expect(card).toMatchObject({ title: "Jane Doe", subtitle: "Head of Sales · Firm" })
    expect(card?.sections[0]?.rows).toEqual([
      {
        label: "Work e-mail",
        value: "jane@firm.example",
        kind: "email",
        icon: "email",
        mark: { text: "verified", tone: "good" },
        source: "person.emails.0.email"
      },
      {
        label: "Mobile",
        value: "+61 491 570 156",
        kind: "phone",
        icon: "phone",
        mark: { text: "do not call", tone: "danger" },
        source: "person.phone_numbers.0.number"
      }
    ])
    expect(card?.sections.map(({ title }) => title)).toEqual(["", "Role", "Firm"])
    expect(card?.sections[2]?.rows.map((row) => [row.value, row.source])).toEqual([
      ["firm.example", "person.company.domain"],
      ["51 824 753 556", "person.company.abn"]
    ])
  })

  it("orders contacts by use: verified, callable, doubtful, listed", () => {
    const many = {
      person: {
        ...jane.person,
        emails: [
          { email: "old@firm.example", status: "bounced" },
          { email: "plain@firm.example" },
          { email: "jane@firm.example", verified: true }
        ],
        phone_numbers: [...jane.person.phone_numbers, { number: "+61 2 5550 0000", dnc: false }]
      }
    }
    const card = person(many)
    expect(card?.sections[0]?.rows.map(({ value }) => value)).toEqual([
      "jane@firm.example",
      "plain@firm.example",
      "+61 2 5550 0000",
      "old@firm.example",
      "+61 491 570 156"
    ])
    // A remark about one number is a mark, not a notice.
    expect(card?.notices).toEqual([])
  })

  it("marks no number of which nobody knows whether it is listed", () =>
    expect(
      person({ person: { full_name: "Jane", phone: "+61 491 570 156" } })?.sections[0]?.rows[0]
    ).not.toHaveProperty("mark"))

  it.each([
    ["vp", "VP, Sales"],
    ["c_suite", "C-suite, Sales"],
    ["C-Suite", "C-suite, Sales"],
    ["mid_level", "Mid level, Sales"],
    ["Head", "Head, Sales"]
  ])("writes the level %s as people do", (seniority, role) => {
    const card = person({ person: { ...jane.person, seniority, department: "Sales" } })
    expect(card?.sections[1]?.rows[0]?.value).toBe(role)
  })

  it("shows a role in one row, with its place", () => {
    const role = person({ person: { ...jane.person, seniority: "head", department: "Sales" } })?.sections[1]?.rows
    expect(role).toMatchObject([{ label: "Role", value: "Head, Sales", detail: "Perth, WA, Australia" }])
    expect(person(jane)?.sections[1]?.rows).toMatchObject([{ label: "Location", value: "Perth, WA, Australia" }])
  })

  it("reads words that are also properties of every object as any other word", () => {
    for (const word of ["constructor", "__proto__"]) {
      const emails = [{ email: "jane@firm.example", type: word }]
      const card = person({ person: { ...jane.person, emails, seniority: word } })
      const role = `${word[0]?.toUpperCase()}${word.slice(1)}`.replaceAll("_", " ")
      expect(card?.sections[1]?.rows[0]?.value).toBe(role)
      expect(readPerson({ person: { ...jane.person, emails } })?.value.emails[0]?.kind).toBe(word)
    }
  })

  it("warns when the provider answers with another profile, and says when it checked the record", () => {
    expect(person(jane, "jane-doe")?.notices).toEqual([])
    expect(person(jane, "john-doe")?.notices[0]?.text).toMatch(/another profile: jane-doe/)
    // A profile has both a name and an id that the network gave it.
    const [id, otherId] = ["ACoAAB3xYz0aBcDeFgHiJkLmN", "ACoAAB3xYz0aBcDeFgHiJkLmX"]
    const byId = { person: { ...jane.person, profile_url: `https://network.example/in/${id}` } }
    expect([person(byId, "jane-doe")?.notices, person(jane, id)?.notices]).toEqual([[], []])
    expect(person(byId, otherId)?.notices[0]?.text).toMatch(/another profile: ACoAA/)
    const old = person({ person: { ...jane.person, last_verified_at: "2024-01-31" } })
    expect([old?.notices, old?.checkedOn]).toEqual([[], "2024-01-31"])
    const other = { person: { ...jane.person, company: { name: "Firm", last_updated: "2019-01-01" } } }
    expect(person(other)?.checkedOn).toBeUndefined()
  })

  it("works with a minimal record, and does not exist without one", () => {
    expect(person({ person: { id: 1 } })).toMatchObject({
      title: "Unnamed person",
      subtitle: "",
      sections: [],
      notices: []
    })
    expect(personCard({ ...question, match: false, raw: null, record: null })).toBeUndefined()
  })
})

it("says if nothing confirms whom a record is about, unless it is clearly about somebody else", () => {
  const doubt = { tone: "warning", text: "Nothing in the record confirms that it matches the request." }
  const outcome = { ...outcomeOf(readPerson(jane)), matchedOn: [] }
  expect(personCard(outcome, "jane-doe")?.notices[0]).toEqual(doubt)
  expect(personCard(outcome, "bob")?.notices[0]).toMatchObject({ tone: "danger" })
  expect(personCard({ ...outcome, notice: "Not saved." })?.notices).toEqual([{ tone: "warning", text: "Not saved." }])
  const raw = { company: { name: "Firm", industry: "Software" } }
  expect(companyCard({ ...outcomeOf(readCompany(raw)), matchedOn: [] })?.notices).toEqual([doubt])
})

describe("a company's card", () => {
  it("puts the firmographic facts first", () => {
    const card = company({
      company: {
        name: "Firm",
        industry: "Software",
        employee_count: 1240,
        abn: "51824753556",
        technologies: ["Rust", "dbt"],
        headquarters: "Perth, WA"
      }
    })
    expect(card).toMatchObject({ title: "Firm", subtitle: "Software · Perth, WA" })
    expect(card?.sections[0]?.rows.map((row) => [row.label, row.value])).toEqual([
      ["Employees", "1240"],
      ["ABN", "51 824 753 556"]
    ])
    expect(card?.sections.at(-1)?.rows[0]).toMatchObject({ value: "Rust, dbt", source: "company.technologies" })
  })

  it("shows its domain beside a website that is on another", () => {
    const valuesOf = (website: string) =>
      company({
        company: { name: "Firm", industry: "Software", domain: "firm.example", website }
      })?.sections[0]?.rows.map(({ value }) => value)
    expect(valuesOf("https://www.firm.example/")).toEqual(["https://www.firm.example/"])
    expect(valuesOf("https://firm.shop.example/")).toEqual(["https://firm.shop.example/", "firm.example"])
  })

  it("marks a number on a do-not-call register", () => {
    const phone = { number: "+61 8 5550 1000", do_not_call: true }
    expect(company({ company: { name: "Firm", industry: "Software", phone } })?.sections[0]?.rows).toMatchObject([
      { value: "+61 8 5550 1000", mark: { text: "do not call", tone: "danger" } }
    ])
  })
})
