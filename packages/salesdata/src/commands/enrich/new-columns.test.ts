import { expect, it } from "vitest"

import type { Kind } from "./column-names.ts"
import { newCells, newColumns } from "./new-columns.ts"

const phone = (doNotCall: boolean | null) => ({ value: "+61 491 570 006", kind: "mobile", doNotCall })

const cellOf = (kind: Kind, column: string, record: unknown) =>
  newCells(kind, { status: "match", record })[newColumns(kind).indexOf(column)]

it.each([
  [true, "yes"],
  [false, "no"],
  // A number that was not checked against the register must not look as if it had been.
  [null, ""]
])("a number whose do-not-call status is %s is marked '%s'", (doNotCall, mark) => {
  expect(cellOf("person", "inlay_do_not_call", { emails: [], phones: [phone(doNotCall)] })).toBe(mark)
  expect(cellOf("company", "inlay_do_not_call", { phone: "+61 2 5550 0100", phoneDoNotCall: doNotCall })).toBe(mark)
})
