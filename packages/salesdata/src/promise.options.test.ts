/** A misspelt cap must not mean no cap. */
import { expect, it } from "vitest"

import { createSalesData } from "./promise.ts"

it.each([
  [{ caps: { dya: 5 } }, "caps has no field dya; it takes run, day"],
  [{ caps: null }, "caps must be an object"],
  [{ prices: { persn: 3 } }, "prices has no field persn; it takes person, company, search"],
  [{ filters: { company_size: "size" } }, "filters has no field company_size; it takes location, companySize"]
])("%j is refused", (wrong, sentence) => {
  const options = { baseUrl: "https://api.provider.example", apiKey: "k", ...wrong } as never
  expect(() => createSalesData(options)).toThrow(sentence)
})
