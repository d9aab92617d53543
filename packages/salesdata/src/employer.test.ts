import { expect, it } from "vitest"

import { companyLookup } from "./employer.ts"

const NONE = { name: "Firm", domain: null, abn: null, profileUrl: null }

it.each([
  [NONE, undefined],
  [
    { ...NONE, domain: "www.Firm.com.au", abn: "51 824 753 556", profileUrl: "https://linkedin.com/company/firm/" },
    { domain: "firm.com.au", profilenet_url: "https://linkedin.com/company/firm", abn: "51824753556" }
  ],
  // A malformed identifier is left out, because it would make the whole lookup fail.
  [{ ...NONE, domain: "firm.com.au", abn: "51 824 753 557" }, { domain: "firm.com.au" }],
  [{ ...NONE, domain: "no domain", abn: "12" }, undefined]
])("%j", (employer, input) => {
  expect(companyLookup(employer)).toEqual(input)
})
