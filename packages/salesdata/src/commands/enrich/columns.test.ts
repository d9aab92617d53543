import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { columnsOf } from "./columns.ts"

const columns = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>> = []) =>
  columnsOf(header, rows, { kind: undefined, columns: [] })

describe("a column of user names", () => {
  it.each(["Username", "Handle", "Public identifier"])("“%s” of some other service is no profile slug", (name) => {
    expect(columns([name])).toMatchObject({ failure: [{ field: "FILE" }] })
    expect(columns(["Email", name])).toEqual(Result.succeed({ kind: "person", identifiers: { email: 0 } }))
  })

  it.each(["LinkedIn username", "Profile handle", "profilenet_public_id", "LinkedIn Slug", "Slug"])(
    "“%s” is a profile slug",
    (name) => {
      expect(columns([name])).toEqual(Result.succeed({ kind: "person", identifiers: { profilenet_slug: 0 } }))
    }
  )
})

describe("a list with a profile column", () => {
  const company = "https://www.linkedin.com/company/acme"
  const person = "https://au.linkedin.com/in/jane-doe"
  const people = { kind: "person", identifiers: { profilenet_url: 1 } }
  const companies = { kind: "company", identifiers: { domain: 0, profilenet_url: 1 } }

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
    ["needs nothing else for companies", ["Name", "LinkedIn"], [["Acme", company]], { ...people, kind: "company" }],
    ["needs nothing else for people", ["Name", "LinkedIn"], [["Jane", ""]], people],
    [
      "and one of e-mail addresses is one of people",
      ["E-mail", "LinkedIn"],
      [["jane@acme.example", company]],
      { kind: "person", identifiers: { email: 0, profilenet_url: 1 } }
    ]
  ])("%s", (_, header, rows, expected) => {
    expect(columns(header, rows)).toEqual(Result.succeed(expected))
  })
})
