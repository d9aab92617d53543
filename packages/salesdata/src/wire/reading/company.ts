/** Finds a company's record in a response of any shape, and reads its fields under many names. */
import { isJsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import type { Company } from "../../schema/Company.ts"
import { profileFields } from "../../vendors.ts"
import { companyPhone } from "./contact-points.ts"
import { locate, noQuestion, type Locate, type LocatedRecord, type Marks } from "./locate.ts"
import { location } from "./location.ts"
import { otherCompany } from "./names.ts"
import { checkedOn, reader, toText, type Reader, type Reading } from "./record-reader.ts"
import * as registered from "./registrations.ts"

const NAMES = words("entity_name company_name organization_name legal_name trading_name")
const WEBSITES = words("website website_url url homepage")

const MARKS: Marks = {
  names: words("company organization organisation business record firmographics companies organizations account"),
  own: [...NAMES, "industry", "employee_count", "headcount", "firmographics", "technologies"],
  shared: ["name"],
  identifiers: [...words("domain primary_domain abn business_number website website_url homepage"), ...profileFields],
  weak: words("size employees employee_range phone location headquarters sector"),
  foreign: words("full_name first_name last_name given_name surname job_title headline"),
  foreignIdentifiers: [],
  foreignKeys: /^((key)?people|employees|ceo|(person|contact|founder|executive|lead|prospect)s?)$/,
  foreignType: /^(person|people|contact|lead|prospect|error|job)s?$/i
}

/** Finds a company in a response that does not say "no match". */
export const locateCompany: Locate = (body, question = noQuestion, weakly) => locate(body, MARKS, question, weakly)

/** Reads a record that is known to be a company. */
export const readCompanyAt = (place: LocatedRecord): Reading<Company> => {
  const { record, path } = place
  const fields = reader(record, path, ["", "primary_", "firmographics."])
  const name = fields.text("name", ["name", ...NAMES])
  const value: Company = {
    name,
    domain: registered.domain(fields, "domain", words("domain website_domain domains fqdn"), WEBSITES),
    abn: registered.abn(
      fields,
      "abn",
      words("abn business_number australian_business_number identifiers.abn industry_codes.abn")
    ),
    industry: fields.text("industry", words("industry industry_name industries category.industry sector")),
    size: size(fields),
    employeeCount: fields.number(
      "employeeCount",
      words(
        "employee_count.exact employee_count employees_count number_of_employees estimated_num_employees au_employee_count employees headcount num_employees"
      )
    ),
    location: location(
      fields,
      words("headquarters hq hq_location location address head_office"),
      words(" hq_ address_")
    ),
    technologies: technologies(fields),
    ...companyPhone(fields, otherCompany(name), place, MARKS.foreignKeys),
    website: fields.text("website", WEBSITES),
    profileUrl: fields.text("profileUrl", profileFields)
  }
  return { value, sources: fields.sources, drift: fields.drift, checkedOn: checkedOn(fields) }
}

const SIZES = words("size employee_count_range employee_range size_range company_size headcount_range")

/** A size band, from a text or from its minimum and maximum. */
const size = (fields: Reader): string | null => {
  const entry = fields.find(SIZES)
  const band: unknown = entry?.value
  const [min, max]: ReadonlyArray<unknown> = Array.isArray(band)
    ? band
    : isJsonObject(band)
      ? [band["min"], band["max"]]
      : []
  if (entry === undefined || typeof min !== "number") return fields.text("size", SIZES)
  fields.note("size", entry)
  return typeof max === "number" ? `${min}-${max}` : `${min}+`
}

const technologies = (fields: Reader): ReadonlyArray<string> => {
  const entry = fields.find(
    words(
      "technologies technology_names technology.technology_names tech_stack tech technology next_gen.technographics"
    )
  )
  if (entry === undefined) return []
  const { value } = entry
  if (typeof value !== "string" && (typeof value !== "object" || value === null)) {
    fields.drifted(entry, "a list or a text")
    return []
  }
  // An object has a list for each category.
  const items: ReadonlyArray<unknown> =
    typeof value === "string"
      ? value.split(",")
      : Array.isArray(value)
        ? value
        : Object.values(value).filter(Array.isArray).flat()
  fields.note("technologies", entry)
  return [...new Set(items.flatMap((item) => toText(item) ?? []))]
}
