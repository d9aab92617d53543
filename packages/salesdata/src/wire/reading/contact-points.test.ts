import { expect, it } from "vitest"

import { readPerson } from "../../../tests/readings.ts"

const values = (fields: object) => {
  const record = readPerson({ full_name: "Jane Doe", job_title: "CFO", ...fields })?.value
  return [...(record?.emails ?? []), ...(record?.phones ?? [])].map(({ value }) => value)
}

it.each([
  [{ country_code: "+61", number: "491570156" }, "+61 491570156"],
  [{ countryCode: 61, number: 491570156 }, "+61 491570156"],
  [{ country_code: "64", area_code: "09", number: "555 0123" }, "+64 9555 0123"],
  [{ country_code: "61", number: "0491 570 156" }, "0491 570 156"],
  [{ country_code: "61", number: "+61 491 570 156" }, "+61 491 570 156"],
  [{ country_code: "61", number: "61491570156" }, "61491570156"],
  [{ country_code: "685", number: "68512345" }, "68512345"],
  [{ country_code: "61", area_code: "02", number: "2 5550 4400" }, "2 5550 4400"],
  [{ country_code: "AU", number: "491570156" }, "491570156"],
  [{ area_code: "9", number: "555 0123" }, "555 0123"]
])("reads a number in parts: %j is %s", (phone, whole) => expect(values({ phones: [phone] })).toEqual([whole]))

it.each([
  [{ emails: "jane@a.example, jane@b.example" }, ["jane@a.example", "jane@b.example"]],
  [{ email: "jane@a.example;jane@b.example" }, ["jane@a.example", "jane@b.example"]],
  [{ phone: "+61 491 570 156 | 02 5550 4400" }, ["+61 491 570 156", "02 5550 4400"]],
  [{ phone: "+61 2 5550 4400, ext 12" }, ["+61 2 5550 4400, ext 12"]]
])("reads each part of a text that lists several: %j", (fields, parts) => expect(values(fields)).toEqual(parts))
