/**
 * Input validation is defined once: the client's method, the tool step and the browser's plugin refuse the same inputs.
 */
import type { FieldError, ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { world } from "../../tests/world.ts"
import { companyIdentifiers, normalForm, personIdentifiers } from "../identity/normal-form.ts"
import { createSalesData } from "../promise.ts"
import { enrichCompany } from "./Companies.ts"
import { enrichPerson, searchPeople } from "./People.ts"

const provider = standIn()
const { failure } = world()
const client = () => createSalesData({ baseUrl: provider.origin(), apiKey: "k", filters: { location: "region" } })

const refusal = async (call: Promise<unknown>): Promise<ProviderError> => {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause as ProviderError
  )
  return error ?? expect.fail("it was not refused")
}

const fieldsOf = ({ reason }: ProviderError): ReadonlyArray<FieldError> =>
  reason._tag === "Invalid" ? reason.fields : []

const BAD_PERSON = { email: "jane", profilenet_url: "https://network.example/company/acme", profilenet_slug: "a/b" }

it("names every wrong field at once, under the operation's name, for any caller", async () => {
  const byClient = await refusal(client().people.enrich(BAD_PERSON))
  const byStep = await failure("salesdata_people_enrichment", BAD_PERSON)
  expect(
    fieldsOf(byClient)
      .map(({ field }) => field)
      .sort()
  ).toEqual(Object.keys(BAD_PERSON).sort())
  expect(fieldsOf(byStep)).toEqual(fieldsOf(byClient))
  expect([byClient.operation, byStep.operation]).toEqual(["enrichPerson", "enrichPerson"])
  expect(provider.asked()).toEqual([])
})

it("names a step's own wrong fields beside the operation's", async () => {
  const error = await failure("salesdata_company_enrichment", { abn: "1", max_kb: 0, unknown_charge: "perhaps" })
  expect(fieldsOf(error).map(({ field }) => field)).toEqual(["abn", "unknown_charge", "max_kb"])
  expect(error.operation).toBe("enrichCompany")
})

it("reports conflicts with the account's filter names together with other errors", async () => {
  const criteria = { company: " ", location: "NSW", extra: { region: "VIC", page: 2 } }
  const error = await refusal(client().people.search(criteria))
  expect(error.operation).toBe("searchPeople")
  expect(fieldsOf(error)).toEqual([
    { field: "company", message: "is empty" },
    { field: "extra.region", message: "already has its own field" }
  ])
  expect(provider.asked()).toEqual([])
})

it("treats an undefined field as omitted", async () => {
  provider.answer(() => ({ body: null }))
  const maybe: { readonly email?: string } = JSON.parse("{}") as object
  const lookup = { profilenet_slug: "jane", email: maybe.email } as { readonly profilenet_slug: string }
  expect(await client().people.enrich(lookup)).toMatchObject({ match: false })
  expect(fieldsOf(await refusal(client().companies.enrich({ domain: maybe.email } as object)))).toMatchObject([
    { field: "", message: expect.stringMatching(/^no identifier is given/) }
  ])
})

it("rejects values that are not objects", async () => {
  for (const input of [null, undefined, "jane", 7, []]) {
    const error = await refusal(client().people.enrich(input as object))
    expect(fieldsOf(error).length).toBeGreaterThan(0)
    expect(fieldsOf(await refusal(client().people.search(input as object))).length).toBeGreaterThan(0)
  }
})

// The browser loads the lookups without their operations. The validation functions are the same.
describe.each([
  ["person", enrichPerson, personIdentifiers],
  ["company", enrichCompany, companyIdentifiers]
] as const)("the %s lookup as a browser sends it", (_, operation, identifiers) => {
  it.each([
    [{}],
    [{ email: "jane" }],
    [{ email: 7 }],
    [{ domain: "acme" }],
    [{ abn: "51824753557", website: "nowhere" }],
    [{ constructor: "x" }],
    [{ profilenet_url: "https://network.example/in/jane" }],
    [{ profilenet_url: "https://network.example/company/acme" }],
    [{ profilenet_slug: "jane" }],
    [BAD_PERSON]
  ])("reports the same problems as the operation for %j", (input) => {
    const body = normalForm(identifiers, input)
    const problems = body._tag === "Failure" ? body.failure.map(({ field }) => field) : []
    expect(problems.sort()).toEqual(
      operation
        .problems(input)
        .map(({ field }) => field)
        .sort()
    )
  })
})

it("covers every rule", () => {
  expect(Object.keys(enrichPerson.input.fields)).toEqual(Object.keys(personIdentifiers))
  expect(Object.keys(enrichCompany.input.fields)).toEqual(Object.keys(companyIdentifiers))
  expect(searchPeople.problems({ extra: {} })).toMatchObject([{ field: "" }])
})
