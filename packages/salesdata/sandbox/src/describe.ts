// Describes how to use this sandbox: URLs, the environment variables that connect an account, and inputs for each tool
// step that match and that do not.

import type { Description as Described, Examples } from "@inlay/sandbox-kit/sandbox"

import type { Company } from "./dataset/companies.ts"
import type { Dataset } from "./dataset/dataset.ts"
import type { Person } from "./dataset/people.ts"
import { firstKey } from "./keys.ts"
import { companyUrl, profileUrl } from "./records.ts"

/** What a caller needs to use the sandbox. */
export interface Description extends Described {
  readonly urls: { readonly salesdata: string; readonly profilePage: string; readonly companyPage: string }
}

/**
 * Whether a person is a good example: both kinds of e-mail address, a number on the do-not-call register, and an ABN.
 */
const isShowable = ({ company, emails, phones, slug }: Person): boolean =>
  emails.length === 2 &&
  phones.length === 2 &&
  phones.some(({ doNotCall }) => doNotCall === true) &&
  company.employeeCount >= 500 &&
  company.abn !== null &&
  /^[a-z-]+$/.test(slug)

const orThrow = <T>(item: T | undefined): T => {
  if (item === undefined) throw new Error("the data set has no people to show")
  return item
}

const companyInputs = (company: Company, origin: string): Examples => ({
  match: [
    { domain: company.domain },
    { profilenet_url: companyUrl(origin, company.slug) },
    { abn: company.abn },
    { website: `https://www.${company.domain}/?utm_source=mail` },
    { domain: company.domain, abn: company.abn }
  ],
  noMatch: [
    { domain: "no-such-company.example" },
    { abn: "51824753556" },
    { website: "https://www.nothing-here.example/" },
    { profilenet_url: companyUrl(origin, "no-such-company") }
  ]
})

const personInputs = (person: Person, origin: string): Examples => {
  const url = profileUrl(origin, person.slug)
  const email = person.emails[0]?.address
  return {
    match: [
      { profilenet_url: url },
      { email },
      { profilenet_slug: person.slug },
      { profilenet_url: url, email },
      { profilenet_url: `${url}/de/?trk=search` }
    ],
    noMatch: [
      { profilenet_url: profileUrl(origin, "no-such-person") },
      { email: "nobody@no-such-company.example" },
      { profilenet_slug: "nobody-at-all" }
    ]
  }
}

export const describe = (data: Dataset, origin: string): Description => {
  const person = orThrow(data.people.find(isShowable))
  const { company, place } = person
  const people = personInputs(person, origin)
  const companies = companyInputs(company, origin)
  return {
    urls: {
      salesdata: `${origin}/salesdata`,
      profilePage: profileUrl(origin, person.slug),
      companyPage: companyUrl(origin, company.slug)
    },
    env: {
      INLAY_SALESDATA_BASE_URL: `${origin}/salesdata`,
      INLAY_SALESDATA_API_KEY: firstKey,
      INLAY_SALESDATA_KEY_HEADER: "authorization",
      INLAY_SALESDATA_CREDITS_FIELD: "credits.charged",
      INLAY_SALESDATA_PROFILE_SITE: new URL(origin).host
    },
    examples: {
      salesdata_people_enrichment: people,
      salesdata_people_search: {
        match: [
          { company: company.name },
          { position: "Sales Manager", seniority: "manager" },
          { department: "Engineering", location: place.state },
          { department: person.department, company_size: company.size.range, location: place.state }
        ],
        noMatch: [{ company: "No Such Company" }, { position: "Lighthouse Keeper", location: "Southland" }]
      },
      salesdata_company_enrichment: companies,
      salesdata_api_call: {
        match: [
          { method: "POST", endpoint: "/enrich/person", body: people.match[0] },
          { method: "POST", endpoint: "/enrich/company", body: companies.match[0] },
          { method: "POST", endpoint: "/search/people", body: { company: company.name, limit: 5 } },
          { method: "GET", endpoint: "/account" }
        ],
        noMatch: [
          { method: "POST", endpoint: "/enrich/person", body: people.noMatch[0] },
          { method: "POST", endpoint: "/search/people", body: { company: "No Such Company" } }
        ]
      }
    },
    control: `${origin}/control/salesdata`
  }
}
