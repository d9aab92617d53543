import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { columnsOf } from "./columns.ts"

const columns = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>> = []) =>
  columnsOf(header, rows, { kind: undefined, columns: [] })

describe("a column of user names", () => {
  it.each(["Username", "Handle", "Public identifier"])("“%s” of some other service is no profile slug", (name) => {
    expect(columns([name])).toMatchObject({ failure: [{ field: "FILE" }] })
    expect(columns(["Email", name])).toEqual(
      Result.succeed({ kind: "person", isCertain: true, identifiers: { email: [0] } })
    )
  })

  it.each(["LinkedIn username", "Profile handle", "profilenet_public_id", "LinkedIn Slug", "Slug"])(
    "“%s” is a profile slug",
    (name) => {
      expect(columns([name])).toEqual(
        Result.succeed({ kind: "person", isCertain: true, identifiers: { profilenet_slug: [0] } })
      )
    }
  )
})

describe("a list with a profile column", () => {
  const company = "https://www.linkedin.com/company/acme"
  const person = "https://au.linkedin.com/in/jane-doe"
  const people = { kind: "person", isCertain: true, identifiers: { profilenet_url: [1] } }
  const companies = { kind: "company", isCertain: true, identifiers: { domain: [0], profilenet_url: [1] } }

  it.each([
    ["of company pages is one of companies", ["Domain", "LinkedIn"], [["acme.example", company]], companies],
    ["of companies may have rows without a page", ["Domain", "LinkedIn"], [["acme.example", ""]], companies],
    [
      "of people is one of people",
      ["Domain", "LinkedIn"],
      [
        ["acme.example", ""],
        ["b.example", person]
      ],
      people
    ],
    ["whose name says people is one of people", ["Domain", "Contact LinkedIn"], [["acme.example", company]], people],
    [
      "of people without a readable profile is one of people",
      ["Website", "LinkedIn", "First Name"],
      [["acme.example", "https://www.linkedin.com/sales/lead/ACwAA,NAME_SEARCH", "Jane"]],
      people
    ],
    [
      "is one of people whose name says profile",
      ["Website", "LinkedIn profile"],
      [["acme.example", "https://www.linkedin.com/sales/lead/ACwAA,NAME_SEARCH"]],
      people
    ],
    ["needs nothing else for companies", ["Name", "LinkedIn"], [["Acme", company]], { ...people, kind: "company" }],
    ["needs nothing else for people", ["Name", "LinkedIn"], [["Jane", ""]], people],
    [
      "and one of e-mail addresses is one of people",
      ["E-mail", "LinkedIn"],
      [["jane@acme.example", company]],
      { kind: "person", isCertain: true, identifiers: { email: [0], profilenet_url: [1] } }
    ]
  ])("%s", (_, header, rows, expected) => {
    expect(columns(header, rows)).toEqual(Result.succeed(expected))
  })
})

describe("a list from another program", () => {
  const people = { kind: "person", isCertain: true }

  it.each([
    [
      "ZoomInfo",
      ["First Name", "LinkedIn Contact Profile URL", "Website", "ZoomInfo Company Profile URL"],
      { ...people, identifiers: { profilenet_url: [1] } }
    ],
    [
      "Seamless",
      ["First Name", "Contact LI Profile URL", "Website"],
      { ...people, identifiers: { profilenet_url: [1] } }
    ],
    ["Salesforce", ["FirstName", "LinkedIn_URL__c"], { ...people, identifiers: { profilenet_url: [1] } }],
    [
      "ZoomInfo",
      ["Company Name", "LinkedIn Company Profile URL"],
      { kind: "company", isCertain: true, identifiers: { profilenet_url: [1] } }
    ],
    [
      "Seamless",
      ["Company LI Profile Url"],
      { kind: "company", isCertain: true, identifiers: { profilenet_url: [0] } }
    ],
    ["Salesforce", ["NAME", "ABN__C"], { kind: "company", isCertain: true, identifiers: { abn: [1] } }]
  ])("of %s: %j", (_, header, expected) => {
    expect(columns(header)).toEqual(Result.succeed(expected))
  })
})

describe("a list with e-mail addresses and columns of companies", () => {
  const kindOf = (header: ReadonlyArray<string>, row: ReadonlyArray<string>, kind?: "person" | "company") =>
    Result.map(columnsOf(header, [row], { kind, columns: [] }), (list) => [list.kind, list.isCertain])
  const acme = ["Acme", "acme.example"]
  const header = ["Company", "Website"]

  it.each([
    ["names of people", [...header, "First Name", "Email"], [...acme, "Ada", "info@acme.example"], ["person", true]],
    ["their titles", [...header, "Job title", "Email"], [...acme, "CEO", "info@acme.example"], ["person", true]],
    ["a slug", [...header, "Slug", "Email"], [...acme, "ada", "info@acme.example"], ["person", true]],
    ["their profiles", [...header, "Person LinkedIn", "Email"], [...acme, "", "info@acme.example"], ["person", true]],
    [
      "addresses of profiles of people",
      [...header, "LinkedIn", "Email"],
      [...acme, "https://www.linkedin.com/in/ada", "info@acme.example"],
      ["person", true]
    ],
    ["addresses of people only", [...header, "Email"], [...acme, "ada@acme.example"], ["person", false]],
    ["mailboxes of companies", [...header, "Email"], [...acme, "info@acme.example"], ["company", false]],
    ["an ABN", [...header, "ABN", "Email"], [...acme, "51 824 753 556", "ada@acme.example"], ["company", false]]
  ])("and %s", (_, names, row, expected) => {
    expect(kindOf(names, row)).toEqual(Result.succeed(expected))
  })

  it("is what the flag says", () => {
    expect(kindOf([...header, "Email"], [...acme, "info@acme.example"], "person")).toEqual(
      Result.succeed(["person", true])
    )
  })

  it("is one of companies if a column of companies is named", () => {
    const asked = { kind: undefined, columns: ["domain=Homepage"] }
    expect(columnsOf(["Email", "Homepage"], [["a@b.example", "b.example"]], asked)).toEqual(
      Result.succeed({ kind: "company", isCertain: true, identifiers: { domain: [1], website: [1] } })
    )
  })
})

it.each(["Contact ", "\u00A0Contact", "Contact"])(
  "a named column is found with the spaces around its name: %j",
  (name) => {
    for (const asked of [name, "Contact"]) {
      expect(columnsOf(["Name", name], [], { kind: undefined, columns: [`email=${asked}`] })).toMatchObject({
        success: { identifiers: { email: [1] } }
      })
    }
  }
)

it("all columns of an identifier are kept, in their order, unless one of them is named", () => {
  expect(columns(["Work Email", "Name", "Email"])).toMatchObject({ success: { identifiers: { email: [0, 2] } } })
  expect(columnsOf(["Work Email", "Email"], [], { kind: undefined, columns: ["email=Email"] })).toMatchObject({
    success: { identifiers: { email: [1] } }
  })
})

describe("columns of one name", () => {
  const email = ["email", "Name", "email"]
  const problem = (what: string) => ({ failure: [{ field: "FILE", message: expect.stringContaining(what) }] })

  it("are refused if a row has different values in them, because it would silently go by one", () => {
    const rows = [
      ["a@b.example", "A", "a@b.example"],
      ["a@b.example", "B", "b@b.example"]
    ]
    expect(columns(email, rows)).toMatchObject(
      problem("columns 1 and 3, both named “email”, and its row 2 has different values in them")
    )
    expect(columns(["Email", "email ", "EMAIL"], [["a@b.example", "", "b@b.example"]])).toMatchObject(
      problem("columns 1 and 3, both named “Email”")
    )
  })

  it("are refused if the flag names them, and not if it names another", () => {
    const header = ["email", "Mail", "email"]
    const asked = (column: string) =>
      columnsOf(header, [["a@b.example", "c@b.example", "b@b.example"]], {
        kind: "person",
        columns: [`email=${column}`]
      })
    expect(asked("email")).toMatchObject(problem("columns 1 and 3"))
    expect(asked("Mail")).toMatchObject({ success: { identifiers: { email: [1] } } })
  })

  it("are told apart by their values, if these say what the columns hold", () => {
    const rows = [["Ann", "https://www.linkedin.com/in/ann", "https://acme.example"]]
    expect(columns(["Name", "URL", "URL"], rows)).toMatchObject({
      success: { kind: "person", identifiers: { profilenet_url: [1] } }
    })
  })

  it("do no harm if they agree, if one is empty, or if nothing is looked up by them", () => {
    expect(columns(email, [["A@b.example", "A", " a@b.example"]])).toMatchObject({ success: {} })
    expect(columns(email, [["", "A", "a@b.example"]])).toMatchObject({ success: { identifiers: { email: [0, 2] } } })
    expect(columns(["Note", "email", "Note"], [["x", "a@b.example", "y"]])).toMatchObject({ success: {} })
  })
})
