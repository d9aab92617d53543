/** A misspelt cap must not mean no cap, and no paid answer be lost to an option of another kind. */
import { expect, it } from "vitest"

import { createSalesData } from "./promise.ts"

it.each([
  [{ caps: { dya: 5 } }, "caps.dya is not an option; there are run, day"],
  [{ caps: null }, "caps must be an object"],
  [{ prices: { persn: 3 } }, "prices.persn is not an option; there are person, company, search"],
  [{ filters: { company_size: "size" } }, "filters.company_size is not an option; there are location, companySize"],
  [{ filters: { location: 7 } }, "filters.location must be a string"],
  [{ keyHeader: "x key" }, "The account's key header cannot carry a key. Nothing was sent."],
  [{ keyHeader: "content-length" }, "The account's key header cannot carry a key. Nothing was sent."],
  [{ apiKey: "a\nb" }, "The account's key contains a character that is not allowed in a header"],
  [{ freePaths: ["account"] }, "freePaths must be paths that start with a slash, without ? or #"],
  [{ freePaths: "/account" }, "freePaths must be paths that start with a slash, without ? or #"],
  [{ freePaths: [7] }, "freePaths must be paths that start with a slash, without ? or #"],
  // Would be read only in an answer that is paid for.
  [{ creditsField: ["credits", "charged"] }, "creditsField must be a string"]
])("%j is refused", (wrong, sentence) => {
  const options = { baseUrl: "https://api.provider.example", apiKey: "k", ...wrong } as never
  expect(() => createSalesData(options)).toThrow(sentence)
})
