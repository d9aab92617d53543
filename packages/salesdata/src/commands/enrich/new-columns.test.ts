import { expect, it } from "vitest"

import type { Kind } from "./column-names.ts"
import { newCells, newColumns } from "./new-columns.ts"

const phone = (doNotCall: boolean | null) => ({ value: "+61 491 570 006", kind: "mobile", doNotCall })

const cellOf = (kind: Kind, column: string, record: unknown) =>
  newCells(kind, { status: "match", record }, false)[newColumns(kind).indexOf(column)]

it("a phone number keeps its first 0 in a spreadsheet, and a size is no month", () => {
  const phones = ["0491570156", "0299990000"].map((value) => ({ ...phone(null), value }))
  expect(cellOf("person", "inlay_phone", { emails: [], phones })).toBe("'0491570156")
  expect(cellOf("person", "inlay_other_phones", { emails: [], phones })).toBe("'0299990000")
  expect(cellOf("company", "inlay_phone", { phone: "02 9999 0000", phoneDoNotCall: null })).toBe("02 9999 0000")
  expect(cellOf("company", "inlay_size", { size: "11-50" })).toBe("'11-50")
})

it("an address that bounces is not first, as on the card, wherever the provider has it", () => {
  const emails = [
    { value: "old@firm.example", kind: "work", status: "bounced" },
    { value: "mia@firm.example", kind: "work", status: null }
  ]
  expect(cellOf("person", "inlay_email", { emails, phones: [] })).toBe("mia@firm.example")
  expect(cellOf("person", "inlay_other_emails", { emails, phones: [] })).toBe("old@firm.example")
})

it.each([
  [true, "yes"],
  [false, "no"],
  // A number that was not checked against the register must not look as if it had been.
  [null, ""]
])("a number whose do-not-call status is %s is marked '%s'", (doNotCall, mark) => {
  expect(cellOf("person", "inlay_do_not_call", { emails: [], phones: [phone(doNotCall)] })).toBe(mark)
  expect(cellOf("company", "inlay_do_not_call", { phone: "+61 2 5550 0100", phoneDoNotCall: doNotCall })).toBe(mark)
})

it("no column of numbers to call has one that is on a do-not-call register: a dialler or a CRM may read it alone", () => {
  const phones = [true, false, true, null].map((doNotCall, n) => ({ ...phone(doNotCall), value: `+61 491 570 00${n}` }))
  const cells = (record: object) =>
    ["inlay_phone", "inlay_other_phones", "inlay_do_not_call", "inlay_do_not_call_phones"].map((column) =>
      cellOf("person", column, { emails: [], ...record })
    )
  expect(cells({ phones })).toEqual(["+61 491 570 001", "+61 491 570 003", "no", "+61 491 570 000; +61 491 570 002"])
  expect(cells({ phones: [phone(true)] })).toEqual([undefined, "", "yes", "+61 491 570 006"])
  const company = { phone: "+61 2 5550 0100", phoneDoNotCall: true }
  expect(cellOf("company", "inlay_phone", company)).toBe("")
  expect(cellOf("company", "inlay_do_not_call_phones", company)).toBe("+61 2 5550 0100")
  expect(cellOf("company", "inlay_do_not_call_phones", { ...company, phoneDoNotCall: null })).toBe("")
})
