/** The lookup of each row of a list. */
import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { listOf } from "./list.ts"

const rowsOf = (text: string) =>
  Result.getOrThrow(listOf(text, { kind: undefined, columns: [] })).rows.map(({ lookup, note }) => lookup ?? note)

it("a row is looked up by the first valid value of the columns of an identifier", () => {
  expect(
    rowsOf(`Work Email,Contact email,Email
a@b.example,c@d.example,e@f.example
,,e@f.example
n/a,,e@f.example
n/a,,
,,
`)
  ).toEqual([
    { email: "a@b.example" },
    { email: "e@f.example" },
    { email: "e@f.example" },
    expect.stringMatching(/^email /),
    "no identifier"
  ])
})

it("identifiers are read without the unseen characters that were copied along, and cells keep them", () => {
  const list = `Email,LinkedIn URL\n\u200Bjane@acme.example,https://www.linkedin.com/in/jane-doe\u200E\n`
  expect(rowsOf(list)).toEqual([{ email: "jane@acme.example", profilenet_url: "https://linkedin.com/in/jane-doe" }])
  const { rows } = Result.getOrThrow(listOf(list, { kind: undefined, columns: [] }))
  expect(rows[0]?.cells[0]).toBe("\u200Bjane@acme.example")
  expect(rowsOf("Company,ABN\nAcme,\u202A51 824 753 556\u202C\n")).toEqual([{ abn: "51824753556" }])
})

it("columns of the same name are one identifier", () => {
  expect(rowsOf("Email,Email\n,a@b.example\n")).toEqual([{ email: "a@b.example" }])
})

it("a list from Google Contacts is looked up by any of its addresses", () => {
  expect(
    rowsOf(`First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Website 1 - Value
Jane,Doe,* Work,jane@acme.example,Home,jane@home.example,https://acme.example
John,Roe,,,Home,john@home.example,
Ann,Poe,* Work,ann@acme.example ::: ann@home.example,,,
`)
  ).toEqual([{ email: "jane@acme.example" }, { email: "john@home.example" }, { email: "ann@acme.example" }])
})

it("a cell of a CRM with several addresses or domains is looked up by the first valid one", () => {
  expect(
    rowsOf(
      'Name,Email\nA,"a@acme.example, a@home.example"\nB,n/a; b@acme.example;b@home.example\nC,"c@acme.example\nc@home.example"\n'
    )
  ).toEqual([{ email: "a@acme.example" }, { email: "b@acme.example" }, { email: "c@acme.example" }])
  expect(rowsOf("Company,Domain\nAcme,acme.example;acme.co.nz\n")).toEqual([{ domain: "acme.example" }])
  expect(rowsOf("Company,Website\nAcme,https://acme.example;https://acme.co.nz\n")).toEqual([
    { website: "https://acme.example" }
  ])
  const two = "https://www.linkedin.com/in/jane-doe, http://www.linkedin.com/in/j-d"
  expect(rowsOf(`Name,LinkedIn URL\nA,"${two}"\nB,"${two.replace(", ", ";")}"\n`)).toEqual([
    { profilenet_url: "https://linkedin.com/in/jane-doe" },
    { profilenet_url: "https://linkedin.com/in/jane-doe" }
  ])
  expect(rowsOf('Name,LinkedIn URL\nA,"https://www.linkedin.com/in/jane-doe,-phd"\n')).toEqual([
    { profilenet_url: "https://linkedin.com/in/jane-doe%2C-phd" }
  ])
})

it.each([
  "linkedin.com/in/jane-doe,linkedin.com/in/j-d",
  "nz.linkedin.com/in/jane-doe; www.linkedin.com/in/j-d",
  "www.linkedin.com/in/jane-doe\nlinkedin.com/in/j-d",
  "HTTPS://LINKEDIN.COM/in/jane-doe;HTTPS://LINKEDIN.COM/in/j-d"
])("several profiles in a cell are not looked up as one that nobody has: %j", (cell) => {
  expect(rowsOf(`Name,LinkedIn URL\nA,"${cell}"\n`)).toMatchObject([
    { profilenet_url: expect.stringMatching(/linkedin\.com\/in\/jane-doe$/) }
  ])
})

it("whether rows are people is found out despite unseen characters and several values in a cell", () => {
  const kindOf = (list: string) => Result.getOrThrow(listOf(list, { kind: undefined, columns: [] })).kind
  expect(kindOf("Name,URL\nJane,\u200Bhttps://www.linkedin.com/in/jane-doe\n")).toBe("person")
  expect(kindOf("Website,LinkedIn\nacme.example,\u200Bhttps://www.linkedin.com/in/jane-doe\n")).toBe("person")
  expect(kindOf('Company,Domain,Email\nAcme,acme.example,"info@acme.example, sales@acme.example"\n')).toBe("company")
})

const contacts = `First Name,Last Name,URL,Email Address,Company
Jane,Doe,https://www.linkedin.com/in/jane-doe,,Acme
John,Roe,https://www.linkedin.com/in/john-roe,john@acme.example,Acme
`

it("a list of LinkedIn's contacts is looked up by profile too, whose column is called “URL”", () => {
  expect(rowsOf(contacts)).toEqual([
    { profilenet_url: "https://linkedin.com/in/jane-doe" },
    { email: "john@acme.example", profilenet_url: "https://linkedin.com/in/john-roe" }
  ])
})

it("“URL” of a list of companies is their website", () => {
  expect(rowsOf("Company,URL\nAcme,https://acme.example\nBeta,beta.example\n")).toEqual([
    { website: "https://acme.example" },
    { website: "https://beta.example" }
  ])
})

it("addresses for a country in a list of companies are no profiles of people", () => {
  const list = "Company,Website,URL\nAcme,https://acme.example/in/en,https://acme.example/in/en\n"
  expect(Result.getOrThrow(listOf(list, { kind: undefined, columns: [] }))).toMatchObject({
    kind: "company",
    rows: [{ lookup: { website: "https://acme.example/in/en" } }]
  })
})

it("nor are they in one that names contacts", () => {
  const list = "Company,Contact,URL\nAcme,Jane,https://acme.example/in/en\nBeta,John,https://beta.example/in/de\n"
  expect(Result.getOrThrow(listOf(list, { kind: undefined, columns: [] })).kind).toBe("company")
})

it("the delimiter is not looked for in quoted names", () => {
  expect(rowsOf('"Name | first | last",Email\n"Doe | Jane",a@b.example\n')).toEqual([{ email: "a@b.example" }])
})

it.each([
  ["names above rows of another program", "Email,Name\n", 'a@b.example,"A"\r\nc@d.example,C\r\n'],
  ["rows of a second file", "Email,Name\r\n", 'a@b.example,A\n"c@d.example","C"\n'],
  ["rows of an old Mac", "Email,Name\r", "a@b.example,A\rc@d.example,C\r"]
])("lines may end differently: %s", (_, head, rows) => {
  const list = Result.getOrThrow(listOf(head + rows, { kind: undefined, columns: [] }))
  expect(list.rows.map(({ cells }) => cells)).toEqual([
    ["a@b.example", "A"],
    ["c@d.example", "C"]
  ])
})

it("a line end within quotation marks is part of its cell, whichever lines the file has", () => {
  const list = listOf('Email,Note\r\na@b.example,"x\ny\r\nz"\r\n', { kind: undefined, columns: [] })
  expect(Result.getOrThrow(list).rows.map(({ cells }) => cells[1])).toEqual(["x\ny\r\nz"])
})

it.each([
  ["a line end in a name", '"Contact\nname";Email\r\n'],
  ["an empty line above the names", "\r\nName;Email\r\n"],
  ["tabs", "Name\tEmail\r\n", "\t"],
  ["bars", "Name|Email\r\n", "|"]
])("the delimiter is looked for in all of the names: %s", (_, names, delimiter = ";") => {
  expect(rowsOf(`${names}Doe, Jane${delimiter}a@b.example\r\n`)).toEqual([{ email: "a@b.example" }])
})

it("lines above the column names are not read as columns", () => {
  const list = listOf(`Notes:\n"Some addresses are missing."\n\n${contacts}`, { kind: undefined, columns: [] })
  expect(Result.getFailure(list)).toMatchObject({
    value: {
      reason: { fields: [{ field: "FILE", message: expect.stringMatching(/delete any lines above the column names/) }] }
    }
  })
})

it("an unclosed quotation mark in a column name is found in a long list", () => {
  const list = listOf(`Email,"Size\n${'"a","b"\n'.repeat(1_000_000)}`, { kind: undefined, columns: [] })
  expect(Result.getFailure(list)).toMatchObject({
    value: { reason: { fields: [{ field: "FILE", message: expect.stringMatching(/a quotation mark is unclosed/) }] } }
  })
})
