/** A company as the plugin gives it: the normalised view of whatever the provider answered. No HTTP. */
import * as Schema from "effect/Schema"

import { isObject } from "../internal/json-path.ts"
import { locate } from "../internal/locate.ts"
import { location } from "../internal/place.ts"
import { reader, toText, type Reader } from "../internal/reader.ts"
import type { Reading } from "./Reading.ts"

const Text = Schema.NullOr(Schema.String)

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

const NAMES = ["company", "organization", "organisation", "business", "account", "record", "firmographics"]
const MARKS = [
  "company_name",
  "companyName",
  "legal_name",
  "legalName",
  "name",
  "abn",
  "domain",
  "industry",
  "employee_count",
  "employeeCount",
  "employees",
  "firmographics"
]

/** Reads a company out of an answer; `undefined` where it holds none. */
export const readCompany = (body: unknown): Reading<Company> | undefined => {
  const located = locate(body, NAMES, MARKS)
  if (located === undefined) return undefined
  const { record, path } = located
  const read = reader(record, path)
  const value: Company = {
    name: read.text("name", ["name", "company_name", "companyName", "legal_name", "legalName", "trading_name"]),
    domain: read.text("domain", [
      "domain",
      "primary_domain",
      "primaryDomain",
      "website_domain",
      "firmographics.domain"
    ]),
    abn: read.text("abn", ["abn", "business_number", "businessNumber", "identifiers.abn", "firmographics.abn"]),
    industry: read.text("industry", ["industry", "industry_name", "industryName", "sector", "firmographics.industry"]),
    size: read.text("size", [
      "size",
      "employee_range",
      "employeeRange",
      "size_range",
      "sizeRange",
      "company_size",
      "companySize",
      "headcount_range",
      "firmographics.size",
      "firmographics.employee_range"
    ]),
    employeeCount: read.number("employeeCount", [
      "employee_count",
      "employeeCount",
      "employees",
      "headcount",
      "num_employees",
      "firmographics.employee_count"
    ]),
    location: location(read, record, path, [
      "headquarters",
      "hq",
      "location",
      "address",
      "head_office",
      "firmographics.location"
    ]),
    technologies: technologies(read),
    phone: read.text("phone", ["phone", "phone_number", "phoneNumber", "telephone"]),
    website: read.text("website", ["website", "website_url", "websiteUrl", "url", "homepage"]),
    profileUrl: read.text("profileUrl", ["profile_url", "profileUrl", "profilenet_url", "profilenetUrl"])
  }
  return { value, sources: read.sources, drift: read.drift }
}

const technologies = (read: Reader): ReadonlyArray<string> => {
  const found = read.find(["technologies", "tech_stack", "techStack", "technology", "firmographics.technologies"])
  if (found === undefined) return []
  const items: ReadonlyArray<unknown> =
    typeof found.value === "string" ? found.value.split(",") : Array.isArray(found.value) ? found.value : []
  if (typeof found.value !== "string" && !Array.isArray(found.value)) read.drifted(found, "a list or a text")
  read.note("technologies", found)
  const names = items.map(
    (item) => toText(item) ?? (isObject(item) ? (toText(item["name"]) ?? toText(item["title"])) : undefined)
  )
  return [...new Set(names.filter((name) => name !== undefined))]
}
