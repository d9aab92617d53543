import { expect, it } from "vitest"

import { readCompany, readPerson } from "../../../tests/readings.ts"
import { reader } from "./record-reader.ts"

it.each([
  ["12", 12],
  [" 1,200 ", 1200],
  ["1 200.5", 1200.5],
  ["1,200 .5", 1200.5],
  ["12 people", null],
  [".5", null],
  ["1.", null]
])("reads the number %j as %j", (text, number) =>
  expect(reader({ size: text }, "").number("size", ["size"])).toBe(number)
)

it("refuses a long text that is almost a number as fast as any other", () => {
  const start = performance.now()
  expect(reader({ size: `1${" ".repeat(200_000)}x` }, "").number("size", ["size"])).toBeNull()
  expect(performance.now() - start).toBeLessThan(2_000)
})

it.each([
  ["2024-02-29T10:00:00Z", "2024-02-29"],
  ["2024-12-31", "2024-12-31"],
  ["2024-13-45", undefined],
  ["2024-00-10", undefined],
  ["2024-10-32", undefined],
  ["0000-00-00", undefined],
  ["0001-01-01", undefined],
  ["1970-01-01T00:00:00Z", undefined]
])("a record that was verified at %s was checked on %s", (last_verified_at, day) =>
  expect(readPerson({ full_name: "Jane Doe", job_title: "CFO", last_verified_at })?.checkedOn).toBe(day)
)

it.each([
  { abn: "ABN 51 824 753 556" },
  { abn: "51-824-753-556" },
  { abn: 51824753556 },
  { abn: ["ABN: 51.824.753.556"] },
  { registrations: [{ type: "ABN", value: "ABN 51-824-753-556" }] }
])("reads the business number in %j", (fields) => {
  const reading = readCompany({ name: "Acme", industry: "Wine", ...fields })
  expect([reading?.value.abn, reading?.drift]).toEqual(["51824753556", []])
})

it.each(["51 824 753 557", "ABN 004 028 077", "51824753556 and 83914571673", "５１８２４７５３５５６"])(
  "reads no business number in %s",
  (abn) => expect(readCompany({ name: "Acme", industry: "Wine", abn })).toMatchObject({ value: { abn: null } })
)
