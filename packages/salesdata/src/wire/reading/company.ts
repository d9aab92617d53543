/** Finds a company's record in a response of any shape, and reads its fields under many names. */
import { isJsonObject } from "@inlay/core-http/json-object"

import type { Company } from "../../schema/Company.ts"
import { profileFields } from "../../vendors.ts"
import { companyPhone } from "./contact-points.ts"
import { locate, noQuestion, type Locate, type LocatedRecord, type Marks } from "./locate.ts"
import { location } from "./location.ts"
import type { Reading } from "./Reading.ts"
import { checkedOn, reader, toText, type Reader } from "./record-reader.ts"
import * as registered from "./registrations.ts"

const PROFILES = ["profile_url", "profilenet_url", ...profileFields]
const WEBSITES = ["website", "website_url", "url", "homepage"]

const MARKS: Marks = {
  names: [
    "company",
    "organization",
    "organisation",
    "business",
    "record",
    "firmographics",
    "companies",
    "organizations",
    "account"
  ],
  own: [
    "company_name",
    "organization_name",
    "legal_name",
    "trading_name",
    "industry",
    "employee_count",
    "headcount",
    "firmographics",
    "technologies"
  ],
  shared: ["name"],
  identifiers: [
    "domain",
    "primary_domain",
    "abn",
    "business_number",
    "website",
    "website_url",
    "homepage",
    ...PROFILES
  ],
  weak: ["size", "employees", "employee_range", "phone", "location", "headquarters", "sector"],
  foreign: ["full_name", "first_name", "last_name", "given_name", "surname", "job_title", "headline"],
  foreignIdentifiers: [],
  foreignKeys: /^(person|people|persons|contacts?|employees|founders?|ceo|executives?|leads?|prospects?|keypeople)$/,
  foreignType: /^(person|people|contact|lead|prospect|error|job)s?$/i
}

/** Finds a company in a response that does not say "no match". */
export const locateCompany: Locate = (body, question = noQuestion, weakly) => locate(body, MARKS, question, weakly)

/** Reads a record that is known to be a company. */
export const readCompanyAt = (place: LocatedRecord): Reading<Company> => {
  const { record, path } = place
  const fields = reader(record, path)
  const value: Company = {
    name: fields.text("name", ["name", "company_name", "organization_name", "legal_name", "trading_name"]),
    domain: registered.domain(
      fields,
      "domain",
      ["domain", "primary_domain", "website_domain", "domains", "firmographics.domain"],
      WEBSITES
    ),
    abn: registered.abn(fields, "abn", [
      "abn",
      "business_number",
      "australian_business_number",
      "identifiers.abn",
      "firmographics.abn"
    ]),
    industry: fields.text("industry", ["industry", "industry_name", "sector", "firmographics.industry"]),
    size: size(fields),
    employeeCount: fields.number("employeeCount", [
      "employee_count",
      "employees",
      "headcount",
      "num_employees",
      "firmographics.employee_count"
    ]),
    location: location(
      fields,
      record,
      path,
      ["headquarters", "hq", "location", "address", "head_office", "firmographics.location"],
      ["", "hq_"]
    ),
    technologies: technologies(fields),
    ...companyPhone(fields, place, MARKS.foreignKeys),
    website: fields.text("website", WEBSITES),
    profileUrl: fields.text("profileUrl", PROFILES)
  }
  return { value, sources: fields.sources, drift: fields.drift, checkedOn: checkedOn(fields) }
}

const SIZES = [
  "size",
  "employee_range",
  "size_range",
  "company_size",
  "headcount_range",
  "firmographics.size",
  "firmographics.employee_range"
]

/** A size band, from a text or from its minimum and maximum. */
const size = (fields: Reader): string | null => {
  const entry = fields.find(SIZES)
  const band = entry !== undefined && isJsonObject(entry.value) ? entry.value : undefined
  if (entry === undefined || typeof band?.["min"] !== "number") return fields.text("size", SIZES)
  fields.note("size", entry)
  return typeof band["max"] === "number" ? `${band["min"]}-${band["max"]}` : `${band["min"]}+`
}

const technologies = (fields: Reader): ReadonlyArray<string> => {
  const entry = fields.find(["technologies", "tech_stack", "technology", "firmographics.technologies"])
  if (entry === undefined) return []
  if (typeof entry.value !== "string" && !Array.isArray(entry.value)) {
    fields.drifted(entry, "a list or a text")
    return []
  }
  const items: ReadonlyArray<unknown> = typeof entry.value === "string" ? entry.value.split(",") : entry.value
  fields.note("technologies", entry)
  return [...new Set(items.map(toText).filter((item) => item !== undefined))]
}
