import { expect, it } from "vitest"

import { companyRecord, personRecord } from "../../tests/samples/cards.ts"
import type { SalesRecord } from "../enrich/requests.ts"
import type { HistoryRow } from "./requests.ts"
import { csvOf, filtered, type Filter } from "./rows.ts"

const rows: ReadonlyArray<HistoryRow> = [
  { id: "1", record: personRecord, fetchedAt: "2026-11-21T00:00:00Z", checkedOn: null },
  { id: "2", record: companyRecord, fetchedAt: "2026-11-20T00:00:00Z", checkedOn: "2026-10-01" },
  {
    id: "3",
    record: {
      of: "person",
      fields: {
        name: "=Zoë Ångström",
        jobTitle: null,
        seniority: null,
        department: null,
        emails: [],
        phones: [{ value: "+64 21 555 9999", kind: null, doNotCall: true }],
        company: null,
        location: null,
        profileUrl: null
      }
    },
    fetchedAt: "2026-11-19T00:00:00Z",
    checkedOn: null
  }
]
const all: Filter = { text: "", of: "all", reachable: false }

it.each<readonly [Partial<Filter>, ReadonlyArray<string>]>([
  [{}, ["1", "2", "3"]],
  [{ text: "kauri" }, ["1", "2"]],
  [{ text: "NGUYEN procurement" }, ["1"]],
  [{ text: "zoe angstrom" }, ["3"]],
  [{ text: "nobody" }, []],
  // Across two columns.
  [{ text: "nguyenhead" }, []],
  [{ text: " kauri  " }, ["1", "2"]],
  [{ reachable: true }, ["1", "2"]],
  [{ of: "company" }, ["2"]],
  [{ of: "person", reachable: true }, ["1"]]
])("%j", (filter, ids) => {
  expect(filtered(rows, { ...all, ...filter }).map(({ id }) => id)).toEqual(ids)
})

it.each([
  ["bounced", false],
  ["undeliverable", false],
  ["valid", true],
  ["unverified", true],
  [null, true]
])("counts an address as usable unless it is doubtful: %s", (status, isUsable) => {
  const { fields } = personRecord as Extract<SalesRecord, { readonly of: "person" }>
  const emails = [{ value: "mia@firm.example", kind: null, status }]
  const record: SalesRecord = { of: "person", fields: { ...fields, emails, phones: [] } }
  const row: HistoryRow = { id: "1", record, fetchedAt: "2026-11-21T00:00:00Z", checkedOn: null }
  expect(filtered([row], { ...all, reachable: true })).toEqual(isUsable ? [row] : [])
})

it("is a file with a column for do-not-call numbers and for the provider's last check, if known, and without formulas", () => {
  const [head = "", mia = "", kauri = "", zoe = ""] = csvOf(rows).split("\n")
  expect(head).toMatch(/^\uFEFFName,Title,Company,E-mail,.*,Do not call,/)
  const at = head.split(",").indexOf("Do not call")
  expect([mia.split(",")[at], zoe.split(",")[at]]).toEqual(["'+64 21 555 0142", "'+64 21 555 9999"])
  expect(mia.split(",")[head.split(",").indexOf("Phone")]).toBe("'+64 9 555 0117")
  expect(zoe).toMatch(/^'=Zoë/)
  expect([mia, kauri].map((line) => line.split(",").slice(-2))).toEqual([
    ["2026-11-21T00:00:00Z", ""],
    ["2026-11-20T00:00:00Z", "2026-10-01"]
  ])
})
