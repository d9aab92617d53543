import { expect, it } from "vitest"

import { companyRecord, personRecord } from "../../../tests/samples/cards.ts"
import type { SalesRecord } from "../requests.ts"
import { differencesOf } from "./differences.ts"

const company = (fields: object): SalesRecord => ({
  of: "company",
  fields: { ...(companyRecord.of === "company" ? companyRecord.fields : undefined), ...fields } as never
})

it.each<readonly [object, ReadonlyArray<string>]>([
  [{}, []],
  [{ name: "The Kauri Foods Group Pty. Ltd.", abn: "51824753556", domain: "www.KauriFoods.co.nz" }, []],
  [{ name: null, abn: null, domain: null }, []],
  [{ abn: "20 567 790 470" }, ["abn"]],
  [{ name: "Rimu Foods", domain: "rimu.co.nz" }, ["name", "domain"]]
])("%j compared with the person's record", (fields, differing) => {
  const differences = differencesOf(personRecord, company(fields))
  expect(differences.map(({ field }) => field)).toEqual(differing)
  for (const { ofPerson, ofCompany } of differences) expect(ofPerson).not.toBe(ofCompany)
})
