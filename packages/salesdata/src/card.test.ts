import { describe, expect, it } from "vitest"

import { readCompany, readPerson } from "../tests/readings.ts"
import { companyCard, personCard } from "./card.ts"
import type { Reading } from "./wire/reading/Reading.ts"

const question = {
  match: true,
  matchedOn: ["email"],
  credits: { charged: 2, basis: "provider" as const },
  fetchedAt: "2026-11-21T00:00:00Z",
  fromCache: false
}
/** What a lookup says of a record, without the provider's own answer: a long one is left out. */
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
  it("puts contact first, with labels, marks and where each value came from", () => {
    const card = person(jane)
    expect(card).toMatchObject({ title: "Jane Doe", subtitle: "Head of Sales · Firm" })
    expect(card?.sections[0]?.rows).toEqual([
      {
        label: "Work e-mail",
        value: "jane@firm.example",
        kind: "email",
        mark: { text: "verified", tone: "good" },
        source: "person.emails.0.email"
      },
      {
        label: "Mobile",
        value: "+61 491 570 156",
        kind: "phone",
        mark: { text: "do not call", tone: "danger" },
        source: "person.phone_numbers.0.number"
      }
    ])
    expect(card?.sections[2]?.rows.map((row) => [row.value, row.source])).toEqual([
      ["Firm", "person.company.name"],
      ["firm.example", "person.company.domain"],
      ["51 824 753 556", "person.company.abn"]
    ])
  })

  it("warns of the do-not-call register before anything else", () => {
    expect(person(jane)?.notices[0]).toEqual({ tone: "danger", text: "On the do-not-call register: do not phone." })
    const some = {
      person: {
        ...jane.person,
        phone_numbers: [...jane.person.phone_numbers, { number: "+61 2 5550 0000", dnc: false }]
      }
    }
    expect(person(some)?.notices[0]?.text).toMatch(/^Some numbers/)
  })

  it("warns when the provider answers with another profile, and of stale data", () => {
    expect(person(jane, "jane-doe")?.notices).toHaveLength(1)
    expect(person(jane, "john-doe")?.notices[0]?.text).toMatch(/another profile: jane-doe/)
    const old = { person: { ...jane.person, phone_numbers: [], last_verified_at: "2024-01-31" } }
    expect(person(old)?.notices[0]?.text).toBe("The provider last checked this on 2024-01-31.")
    const other = {
      person: {
        ...jane.person,
        phone_numbers: [],
        company: { name: "Firm", last_updated: "2019-01-01" },
        last_verified: "2026-11-01"
      }
    }
    expect(person(other)?.notices).toEqual([])
  })

  it("stands on a bare record, and is none without one", () => {
    expect(person({ person: { id: 1 } })).toMatchObject({
      title: "Unnamed person",
      subtitle: "",
      sections: [],
      notices: []
    })
    expect(personCard({ ...question, match: false, raw: null, record: null })).toBeUndefined()
  })
})

it("says where nothing confirms whom a record is about, unless it is plainly somebody else's", () => {
  const doubt = { tone: "warning", text: "Nothing in the record confirms that it is who was asked for." }
  const outcome = { ...outcomeOf(readPerson(jane)), matchedOn: [] }
  expect(personCard(outcome, "jane-doe")?.notices[0]).toEqual(doubt)
  expect(personCard(outcome, "bob")?.notices[0]).toMatchObject({ tone: "danger" })
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
      ["Industry", "Software"],
      ["Employees", "1,240"],
      ["Location", "Perth, WA"],
      ["ABN", "51 824 753 556"]
    ])
    expect(card?.sections.at(-1)?.rows[0]).toMatchObject({ value: "Rust, dbt", source: "company.technologies" })
  })
})
