/** A company as the plugin gives it: the normalised view of whatever the provider answered. No HTTP. */
import * as Schema from "effect/Schema"

import { isObject } from "../internal/json-path.ts"
import { locate, nothingAsked, type Asked, type Locate, type Located, type Marks } from "../internal/locate.ts"
import { location } from "../internal/place.ts"
import { checkedOn, reader, toText, type Reader } from "../internal/reader.ts"
import * as registered from "../internal/registered.ts"
import { profileFields } from "../vendors.ts"
import type { Reading } from "./Reading.ts"

const Text = Schema.NullOr(Schema.String)

/** A company; what the provider does not say is `null`. */
export const Company = Schema.Struct({
  name: Text,
  domain: Text,
  /** As the provider writes it. */
  abn: Text,
  industry: Text,
  /** The provider's size band, such as `201-500`. */
  size: Text,
  employeeCount: Schema.NullOr(Schema.Finite),
  /** One line: city, state or region, country. */
  location: Text,
  technologies: Schema.Array(Schema.String),
  phone: Text,
  website: Text,
  profileUrl: Text
})
export type Company = typeof Company.Type

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

/** Where a company stands in an answer that says nothing of a miss. */
export const locateCompany: Locate = (body, asked = nothingAsked, weakly) => locate(body, MARKS, asked, weakly)

/** Reads a company out of an answer; `undefined` where it holds none. */
export const readCompany = (body: unknown, asked?: Asked): Reading<Company> | undefined => {
  const located = locateCompany(body, asked) ?? locateCompany(body, asked, true)
  return located && readCompanyAt(located)
}

/** Reads a record known to be a company. */
export const readCompanyAt = (located: Located): Reading<Company> => {
  const { record, path } = located
  const read = reader(record, path)
  const value: Company = {
    name: read.text("name", ["name", "company_name", "organization_name", "legal_name", "trading_name"]),
    domain: registered.domain(
      read,
      "domain",
      ["domain", "primary_domain", "website_domain", "domains", "firmographics.domain"],
      WEBSITES
    ),
    abn: registered.abn(read, "abn", [
      "abn",
      "business_number",
      "australian_business_number",
      "identifiers.abn",
      "firmographics.abn"
    ]),
    industry: read.text("industry", ["industry", "industry_name", "sector", "firmographics.industry"]),
    size: size(read),
    employeeCount: read.number("employeeCount", [
      "employee_count",
      "employees",
      "headcount",
      "num_employees",
      "firmographics.employee_count"
    ]),
    location: location(
      read,
      record,
      path,
      ["headquarters", "hq", "location", "address", "head_office", "firmographics.location"],
      ["", "hq_"]
    ),
    technologies: technologies(read),
    phone: read.text("phone", ["phone", "phone_number", "telephone", "headquarters.phone"]),
    website: read.text("website", WEBSITES),
    profileUrl: read.text("profileUrl", PROFILES)
  }
  return { value, sources: read.sources, drift: read.drift, checkedOn: checkedOn(read) }
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

/** A band as text, or from its ends. */
const size = (read: Reader): string | null => {
  const found = read.find(SIZES)
  const band = found !== undefined && isObject(found.value) ? found.value : undefined
  if (found === undefined || typeof band?.["min"] !== "number") return read.text("size", SIZES)
  read.note("size", found)
  return typeof band["max"] === "number" ? `${band["min"]}-${band["max"]}` : `${band["min"]}+`
}

const technologies = (read: Reader): ReadonlyArray<string> => {
  const found = read.find(["technologies", "tech_stack", "technology", "firmographics.technologies"])
  if (found === undefined) return []
  if (typeof found.value !== "string" && !Array.isArray(found.value)) {
    read.drifted(found, "a list or a text")
    return []
  }
  const items: ReadonlyArray<unknown> = typeof found.value === "string" ? found.value.split(",") : found.value
  read.note("technologies", found)
  return [...new Set(items.map(toText).filter((item) => item !== undefined))]
}
