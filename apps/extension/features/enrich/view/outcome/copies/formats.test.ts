import { describe, expect, it } from "vitest"

import { companyCard, companyRecord, personCard, personRecord } from "../../../../../tests/samples/cards.ts"
import { person } from "../../../../../tests/samples/subjects.ts"
import type { SalesRecord } from "../../../requests.ts"
import { COLUMNS, columnsOf } from "./columns.ts"
import { formats } from "./formats.ts"

const answered = (record: SalesRecord) => ({
  subject: person,
  card: record.of === "person" ? personCard : companyCard,
  record,
  charged: 2,
  matchedOn: []
})

/** The person, with these fields replaced. */
const withFields = (fields: object): SalesRecord => ({
  of: "person",
  fields: { ...(personRecord.of === "person" ? personRecord.fields : undefined), ...fields } as never
})

const doubtful = withFields({
  emails: [
    { value: "old@firm.example", kind: "work", status: "bounced" },
    { value: "info@firm.example", kind: null, status: null },
    { value: "mia\u200E@firm.example", kind: "work", status: "valid" }
  ],
  phones: [
    { value: "\u200E+64 9 555 0117\u200F", kind: "direct", doNotCall: null },
    { value: "+64\u061C 21 555 0142", kind: "mobile", doNotCall: true }
  ]
})

describe("a contact", () => {
  it("has the most useful address first, and no character that changes the order of an address or a number", () => {
    const lines = formats(answered(doubtful)).vcard().split("\r\n")
    expect(lines.filter((line) => /^(EMAIL|TEL)/.test(line))).toEqual([
      "EMAIL;TYPE=WORK:mia@firm.example",
      "EMAIL;TYPE=WORK:info@firm.example",
      "EMAIL;TYPE=WORK:old@firm.example",
      "TEL;TYPE=WORK:+64 9 555 0117"
    ])
  })

  it("has the fields that an address book reads, and no number on a do-not-call register", () => {
    expect(formats(answered(personRecord)).vcard().split("\r\n")).toEqual([
      "BEGIN:VCARD",
      "VERSION:3.0",
      "FN:Mia Nguyen",
      "N:;Mia Nguyen;;;",
      "TITLE:Head of Procurement",
      "ORG:Kauri Foods Limited",
      "EMAIL;TYPE=WORK:mia.nguyen@kaurifoods.co.nz",
      "EMAIL;TYPE=HOME:mia@home.example",
      "TEL;TYPE=WORK:+64 9 555 0117",
      "URL;TYPE=WORK:https://profiles.example/in/mia-nguyen-4b2a19",
      "END:VCARD",
      ""
    ])
  })

  it("is one contact, whatever a value contains", () => {
    const text = formats(answered(withFields({ name: "Mia\r\nTEL:666;a,b\\c", jobTitle: "x\u202Ey" }))).vcard()
    expect(text).toContain("\r\nFN:Mia TEL:666\\;a\\,b\\\\c\r\n")
    expect(text).toContain("\r\nTITLE:xy\r\n")
  })

  it("always has a name, which address books require: an address or the subject's own if the record has none", () => {
    const namesIn = (record: SalesRecord) =>
      formats(answered(record))
        .vcard()
        .split("\r\n")
        .filter((line) => /^(FN|N|ORG):/.test(line))
    expect(namesIn(withFields({ name: null, company: null }))).toEqual([
      "FN:mia.nguyen@kaurifoods.co.nz",
      "N:;mia.nguyen@kaurifoods.co.nz;;;"
    ])
    expect(namesIn(withFields({ name: "", company: null, emails: [] }))).toEqual([
      `FN:${person.name}`,
      `N:;${person.name};;;`
    ])
    const company = { ...(companyRecord.fields as object), name: null, domain: null } as never
    expect(namesIn({ of: "company", fields: company })).toEqual([`FN:${person.name}`, "N:;;;;", `ORG:${person.name}`])
  })

  it("says of each number whether it is a mobile, at home or at work, however the provider counts them", () => {
    const kinds = ["mobile", "mobile2", "direct", "home", "personal2", null]
    const phones = kinds.map((kind, n) => ({ value: `+61 2 5550 000${n}`, kind, doNotCall: null }))
    const text = formats(answered(withFields({ phones, emails: [] }))).vcard()
    expect([...text.matchAll(/^TEL;TYPE=(\w+):/gm)].map(([, type]) => type)).toEqual([
      "CELL",
      "CELL",
      "WORK",
      "HOME",
      "HOME",
      "WORK"
    ])
  })

  it("of a company has its name and number", () => {
    const text = formats(answered(companyRecord)).vcard()
    expect(text).toContain("\r\nFN:Kauri Foods Limited\r\n")
    expect(text).toContain("\r\nTEL;TYPE=WORK:+64 9 555 0100\r\n")
  })
})

/** The company, whose number is on a do-not-call register. */
const uncallable: SalesRecord = {
  of: "company",
  fields: { ...(companyRecord.of === "company" ? companyRecord.fields : undefined), phoneDoNotCall: true } as never
}

it("of a company has no number on a do-not-call register, except in that column", () => {
  expect(formats(answered(uncallable)).vcard()).not.toContain("TEL")
  const { phone, doNotCall } = columnsOf(uncallable)
  expect([phone, doNotCall]).toEqual(["", "+64 9 555 0100"])
})

describe("a sheet row", () => {
  it("has a cell for each column, the verified address first, and do-not-call numbers in a separate column", () => {
    const columns = columnsOf(personRecord)
    expect([columns.email, columns.otherEmails]).toEqual(["mia.nguyen@kaurifoods.co.nz", "mia@home.example"])
    expect([columns.phone, columns.doNotCall]).toEqual(["+64 9 555 0117", "+64 21 555 0142"])
    for (const record of [personRecord, companyRecord])
      expect(formats(answered(record)).row().split("\t")).toHaveLength(COLUMNS.length)
  })

  it("has the most useful address first, and no character that changes the order of an address or a number", () => {
    const { email, otherEmails, phone, doNotCall } = columnsOf(doubtful)
    expect([email, otherEmails]).toEqual(["mia@firm.example", "info@firm.example, old@firm.example"])
    expect([phone, doNotCall]).toEqual(["+64 9 555 0117", "+64 21 555 0142"])
  })

  it.each(['=HYPERLINK("x")', "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-2+3", "+1-800-555-0100", "a\tb\nc"])(
    "neither runs as a formula nor breaks the row: %j",
    (name) => {
      const cells = formats(answered(withFields({ name })))
        .row()
        .split("\t")
      expect(cells).toHaveLength(COLUMNS.length)
      expect(cells[0]).toMatch(/^['a]/)
    }
  )
})

it("in a row, nothing runs as a formula where a sheet splits what is pasted at a separator that was chosen before", () => {
  const row = formats(answered(withFields({ name: "Acme;=1+1", jobTitle: '"K;=2', location: "x|@b" }))).row()
  expect(row.split("\t")).toEqual(expect.arrayContaining(["Acme;'=1+1", `"""K;'=2"`, "x|'@b"]))
})

it.each(['"K" Line', '"unclosed'])(
  "in a row, a quotation mark at the beginning of a value ends no cell: %j",
  (jobTitle) => {
    const row = formats(answered(withFields({ jobTitle }))).row()
    expect(row.split("\t")[1]).toBe(`"${jobTitle.replaceAll('"', '""')}"`)
  }
)

it("in a row, a phone number keeps its first 0 in a sheet, and a size becomes no month", () => {
  const phones = ["0491570156", "0491570157", "0491570158"].map((value, n) => ({
    value,
    kind: "mobile",
    doNotCall: n === 2
  }))
  const record = withFields({ phones })
  const cells = formats(answered(record)).row().split("\t")
  expect(cells).toEqual(expect.arrayContaining(["'0491570156", "'0491570157", "'0491570158"]))
  expect(columnsOf(record).phone).toBe("0491570156")
  const sized = { ...companyRecord.fields, employeeCount: null, size: "11-50" } as never
  expect(
    formats(answered({ of: "company", fields: sized }))
      .row()
      .split("\t")
  ).toContain("'11-50")
})

it("as JSON is the record itself", () => {
  expect(JSON.parse(formats(answered(companyRecord)).json())).toEqual(companyRecord.fields)
})
