/** A person as the plugin gives it: the normalised view of whatever the provider answered. No HTTP. */
import * as Schema from "effect/Schema"

import { emails, phones } from "../internal/contact-points.ts"
import { isObject } from "../internal/json-path.ts"
import { locate } from "../internal/locate.ts"
import { location } from "../internal/place.ts"
import { reader, toText } from "../internal/reader.ts"
import type { Reading } from "./Reading.ts"

const Text = Schema.NullOr(Schema.String)

export const Email = Schema.Struct({
  value: Schema.String,
  /** The provider's word, such as `work` or `personal`. */
  kind: Text,
  /** The provider's word, such as `verified`; `unverified` where it says so by a flag. */
  status: Text
})

export const Phone = Schema.Struct({
  value: Schema.String,
  kind: Text,
  /** Whether the number is on a do-not-call register; `null` where the provider does not say. */
  doNotCall: Schema.NullOr(Schema.Boolean)
})

/** The employer, as far as a person's record tells it. */
export const Employer = Schema.Struct({ name: Text, domain: Text, abn: Text, profileUrl: Text })

export const Person = Schema.Struct({
  name: Text,
  jobTitle: Text,
  seniority: Text,
  department: Text,
  emails: Schema.Array(Email),
  phones: Schema.Array(Phone),
  company: Schema.NullOr(Employer),
  /** One line: city, state or region, country. */
  location: Text,
  profileUrl: Text
})
export type Person = typeof Person.Type

const NAMES = ["person", "contact", "profile", "record", "lead", "prospect"]
const MARKS = [
  "full_name",
  "fullName",
  "name",
  "first_name",
  "firstName",
  "last_name",
  "lastName",
  "job_title",
  "jobTitle",
  "headline",
  "emails",
  "email",
  "work_email",
  "workEmail",
  "phone_numbers",
  "phones",
  "profile_url",
  "profileUrl"
]

/** Reads a person out of an answer; `undefined` where it holds none. */
export const readPerson = (body: unknown): Reading<Person> | undefined => {
  const located = locate(body, NAMES, MARKS)
  return located && readPersonAt(located.record, located.path)
}

/** Reads a record known to be a person, such as one row of a search. */
export const readPersonAt = (record: Readonly<Record<string, unknown>>, path: string): Reading<Person> => {
  const read = reader(record, path)
  const first = read.text("name", ["first_name", "firstName", "given_name", "givenName"])
  const last = read.text("name", ["last_name", "lastName", "family_name", "familyName", "surname"])
  const parts = [first, last].filter((part) => part !== null).join(" ") || null
  const value: Person = {
    name: read.text("name", ["full_name", "fullName", "name", "display_name", "displayName"]) ?? parts,
    jobTitle: read.text("jobTitle", [
      "job_title",
      "jobTitle",
      "title",
      "position",
      "current_title",
      "role",
      "headline"
    ]),
    seniority: read.text("seniority", ["seniority", "seniority_level", "seniorityLevel", "management_level", "level"]),
    department: read.text("department", ["department", "job_function", "jobFunction", "function"]),
    emails: emails(read),
    phones: phones(read, record),
    company: employer(read),
    location: location(read, record, path, ["location", "geo", "address", "person_location"]),
    profileUrl: read.text("profileUrl", [
      "profile_url",
      "profileUrl",
      "profilenet_url",
      "profilenetUrl",
      "profile",
      "social_url"
    ])
  }
  return { value, sources: read.sources, drift: read.drift }
}

const employer = (read: ReturnType<typeof reader>): Person["company"] => {
  const found = read.find(["company", "current_company", "currentCompany", "organization", "organisation", "employer"])
  const nested = found !== undefined && isObject(found.value) ? reader(found.value, found.path) : undefined
  const field = (name: string, inside: ReadonlyArray<string>, beside: ReadonlyArray<string>) => {
    const within = nested?.text(name, inside) ?? null
    if (within !== null) {
      read.note(`company.${name}`, { value: within, path: nested?.sources[name] ?? "" })
      return within
    }
    return read.text(`company.${name}`, beside)
  }
  const plainName = found === undefined ? undefined : toText(found.value)
  if (found !== undefined && plainName !== undefined) read.note("company.name", found)
  else if (found !== undefined && nested === undefined) read.drifted(found, "a text or an object")
  const company = {
    name:
      plainName ??
      field("name", ["name", "company_name", "legal_name", "title"], ["company_name", "companyName", "employer_name"]),
    domain: field("domain", ["domain", "website_domain", "primary_domain"], ["company_domain", "companyDomain"]),
    abn: field("abn", ["abn", "business_number"], ["company_abn", "companyAbn", "abn"]),
    profileUrl: field(
      "profileUrl",
      ["profile_url", "profileUrl", "profilenet_url"],
      ["company_profile_url", "companyProfileUrl"]
    )
  }
  return Object.values(company).every((value) => value === null) ? null : company
}
