import { expect, it } from "vitest"

import { companyRecord } from "../../../tests/samples/cards.ts"
import { unknownPerson } from "../../../tests/samples/people.ts"
import { answerOf } from "./answer.ts"
import { profileSites, targetOf } from "./target.ts"

const sites = profileSites({ profile_site: "network.example" })

const outputOf = (record: object) => ({
  match: true,
  record,
  matchedOn: [],
  credits: { charged: 0, basis: "cache" },
  fetchedAt: "2026-01-01T00:00:00Z",
  fromCache: true
})

const answerAt = (address: string, output: unknown) => {
  const target = targetOf(address, sites)
  return target && answerOf(target, output)
}

it("does not accept a response of another shape as an outcome", () => {
  for (const output of [null, {}, { match: true, record: { name: "Ann" } }, "Ann"]) {
    expect(answerAt("https://network.example/in/ann", output)).toBeUndefined()
  }
})

it.each([
  { name: "Bob Tan", profileUrl: "https://network.example/in/ann-lee", another: true },
  { name: "Ann Lee", profileUrl: "https://network.example/in/ann-lee", another: false },
  { name: "Ann Lee", profileUrl: "https://network.example/in/ann-lee-9", another: true },
  { name: "Bob Tan", profileUrl: "https://au.linkedin.com/in/ann-lee", another: false }
])("a record of $name at $profileUrl is about another than linkedin.com/in/ann-lee: $another", (answer) => {
  const { name, profileUrl, another } = answer
  const record = { ...unknownPerson, name, profileUrl }
  expect(answerAt("https://www.linkedin.com/in/ann-lee", outputOf(record))?.isAnothers).toBe(another)
})

it.each([
  { name: "Globex", profileUrl: "https://network.example/company/acme-foods", another: true },
  { name: "Acme Foods", profileUrl: "https://network.example/company/acme-foods", another: false },
  { name: "Acme Foods", profileUrl: "https://network.example/company/acme-foods-nz", another: true },
  { name: "Globex", profileUrl: "https://au.linkedin.com/company/acme-foods", another: false }
])("a record of $name at $profileUrl is about another than linkedin.com/company/acme-foods: $another", (answer) => {
  const { name, profileUrl, another } = answer
  const record = { ...companyRecord.fields, name, profileUrl }
  expect(answerAt("https://www.linkedin.com/company/acme-foods", outputOf(record))?.isAnothers).toBe(another)
})
