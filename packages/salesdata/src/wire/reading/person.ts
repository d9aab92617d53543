/** Finds a person's record in a response of any shape, and reads its fields under many names. */
import { isJsonObject } from "@inlay/core-http/json-object"

import { isMailHost } from "../../identity/shared-mailboxes.ts"
import type { Person } from "../../schema/Person.ts"
import { profileFields } from "../../vendors.ts"
import { emailFields, phoneFields } from "./contact-fields.ts"
import { emails, phones } from "./contact-points.ts"
import { locate, noQuestion, type Locate, type LocatedRecord, type Marks } from "./locate.ts"
import { location } from "./location.ts"
import { FIRST_NAMES, FULL_NAMES, LAST_NAMES, nameOf, otherPerson } from "./names.ts"
import { checkedOn, reader, toText, type Reader, type Reading } from "./record-reader.ts"
import * as registered from "./registrations.ts"

const PROFILES = ["profile_url", "profilenet_url", ...profileFields, "profile", "social_url"]
const TITLES = ["job_title", "current_title", "headline"]

const MARKS: Marks = {
  names: ["person", "contact", "profile", "record", "lead", "prospect", "people", "contacts", "persons", "profiles"],
  own: [...FULL_NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...TITLES, "seniority"],
  shared: ["name", ...phoneFields],
  identifiers: [...emailFields, ...PROFILES],
  weak: ["title", "position", "role", "department", "company", "current_company", "location"],
  foreign: ["legal_name", "industry", "employee_count", "employees", "headcount", "technologies"],
  foreignIdentifiers: ["domain", "abn"],
  foreignKeys: /compan|organi[sz]ation|employer|business|firmographic/,
  foreignType: /compan|organi[sz]ation|business|error|job/i
}

/** Finds a person in a response that does not say "no match". */
export const locatePerson: Locate = (body, question = noQuestion, weakly) => locate(body, MARKS, question, weakly)

/** Reads a record that is known to be a person, such as a row of a search. */
export const readPersonAt = (place: LocatedRecord): Reading<Person> => {
  const { record, path, around } = place
  const fields = reader(record, path)
  const name = nameOf(fields)
  const isOther = otherPerson(name)
  const value: Person = {
    name,
    jobTitle: fields.text("jobTitle", ["job_title", "title", "position", "employment.title", "role", "headline"]),
    seniority: fields.text("seniority", [
      "seniority",
      "seniority_level",
      "management_level",
      "level",
      "title_levels",
      "title.seniority",
      "employment.seniority"
    ]),
    department: fields.text("department", ["department", "departments", "title.departments", "function", "title_role"]),
    emails: emails(fields, isOther),
    phones: phones(fields, isOther, place, MARKS.foreignKeys),
    company: employer(fields, around),
    location: location(fields, record, path, ["location", "geo", "address", "person_location", "location_name"]),
    profileUrl: fields.text("profileUrl", PROFILES)
  }
  return { value, sources: fields.sources, drift: fields.drift, checkedOn: checkedOn(fields) }
}

const EMPLOYERS = ["company", "organization", "organisation", "employer"]
/** Fields that only an employer has in an object that may be the caller's account or somebody's terms of work. */
const OF_EMPLOYER = ["account.domain", "account.company_name", "employment.name", "employment.domain"]

const employerIn = ({ find }: Reader) =>
  find(EMPLOYERS) ??
  find(OF_EMPLOYER.filter((field) => find([field]) !== undefined).map((field) => field.replace(/\..*/, "")))

/** The names of a field of the employer among the person's own. */
const ofEmployer = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  ["company", "employer", "organization"].flatMap((prefix) => names.map((part) => `${prefix}_${part}`))

const employer = (fields: Reader, around: LocatedRecord["around"]): Person["company"] => {
  const entry = employerIn(fields) ?? (around && employerIn(reader(around.record, around.path)))
  const nestedFields = entry !== undefined && isJsonObject(entry.value) ? reader(entry.value, entry.path) : undefined
  const plainName = entry === undefined || nestedFields !== undefined ? undefined : toText(entry.value)
  if (entry !== undefined && nestedFields === undefined && plainName === undefined)
    fields.drifted(entry, "a text or an object")
  /** Reads a field of the employer's own object, or else one of the person's fields that begins with its name. */
  const field = (
    key: string,
    inside: ReadonlyArray<string>,
    besides: ReadonlyArray<string>,
    get: (from: Reader, names: ReadonlyArray<string>) => string | null
  ) => {
    const within = nestedFields === undefined ? null : get(nestedFields, inside)
    const where = nestedFields?.sources[`company.${key}`]
    if (within === null || where === undefined) return get(fields, besides)
    fields.note(`company.${key}`, { value: within, path: where })
    return within
  }
  const text = (key: string) => (from: Reader, names: ReadonlyArray<string>) => from.text(`company.${key}`, names)
  if (entry !== undefined && plainName !== undefined) fields.note("company.name", entry)
  const company = {
    name: plainName ?? field("name", ["name", "company_name", "legal_name"], ofEmployer("name"), text("name")),
    domain: field(
      "domain",
      ["domain", "company_domain", "website_domain", "fqdn"],
      // Beside a personal address, the domain may be its mail service's.
      [...ofEmployer("domain"), ...(isMailHost(toText(fields.find(["domain"])?.value) ?? "") ? [] : ["domain"])],
      (from, names) =>
        registered.domain(from, "company.domain", names, from === fields ? ofEmployer("website", "url") : ["website"])
    ),
    abn: field("abn", ["abn", "company_abn", "business_number"], [...ofEmployer("abn"), "abn"], (from, names) =>
      registered.abn(from, "company.abn", names)
    ),
    profileUrl: field(
      "profileUrl",
      ["profile_url", "profilenet_url", ...profileFields],
      ofEmployer("profile_url", ...profileFields),
      text("profileUrl")
    )
  }
  return Object.values(company).every((value) => value === null) ? null : company
}
