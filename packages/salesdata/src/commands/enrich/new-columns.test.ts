import { expect, it } from "vitest"

import { newCells, newColumns } from "./new-columns.ts"

const phone = (doNotCall: boolean | null) => ({ value: "+61 491 570 006", kind: "mobile", doNotCall })

const cellOf = (column: string, record: unknown) =>
  newCells("person", { status: "match", record })[newColumns("person").indexOf(column)]

it.each([
  [true, "yes"],
  [false, "no"],
  // A number that was not checked against the register must not look as if it had been.
  [null, ""]
])("a number whose do-not-call status is %s is marked '%s'", (doNotCall, mark) => {
  expect(cellOf("inlay_do_not_call", { emails: [], phones: [phone(doNotCall)] })).toBe(mark)
})
