/** A person as the plugin gives it: the normalised view of whatever the provider answered. No HTTP. */
import * as Schema from "effect/Schema"

import { emailFields, emails, phoneFields, phones } from "../internal/contact-points.ts"
import { isObject, type JsonObject } from "../internal/json-path.ts"
import { locate, nothingAsked, type Asked, type Locate, type Located, type Marks } from "../internal/locate.ts"
import { location } from "../internal/place.ts"
import { checkedOn, reader, toText, type Reader } from "../internal/reader.ts"
import * as registered from "../internal/registered.ts"
import { profileFields } from "../vendors.ts"
import type { Reading } from "./Reading.ts"

const Text = Schema.NullOr(Schema.String)

/** An e-mail address with what the provider says of it. */
export const Email = Schema.Struct({
  value: Schema.String,
  /** The provider's word, such as `work` or `personal`. */
  kind: Text,
  /** The provider's word, such as `verified`; `unverified` where it says so by a flag. */
  status: Text
})

/** A telephone number with what the provider says of it. */
export const Phone = Schema.Struct({
  value: Schema.String,
  kind: Text,
  /** Whether the number is on a do-not-call register; `null` where the provider does not say. */
  doNotCall: Schema.NullOr(Schema.Boolean)
})

/** The employer, as far as a person's record tells it. */
export const Employer = Schema.Struct({ name: Text, domain: Text, abn: Text, profileUrl: Text })

/** A person; what the provider does not say is `null`. */
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

const PROFILES = ["profile_url", "profilenet_url", ...profileFields, "profile", "social_url"]
const TITLES = ["job_title", "current_title", "headline"]

const MARKS: Marks = {
  names: ["person", "contact", "profile", "record", "lead", "prospect", "people", "contacts", "persons", "profiles"],
  own: [
    "full_name",
    "display_name",
    "first_name",
    "last_name",
    "given_name",
    "family_name",
    "surname",
    ...TITLES,
    "seniority"
  ],
  shared: ["name", ...phoneFields],
  identifiers: [...emailFields, ...PROFILES],
  weak: ["title", "position", "role", "department", "company", "current_company", "location"],
  foreign: ["legal_name", "industry", "employee_count", "employees", "headcount", "technologies"],
  foreignIdentifiers: ["domain", "abn"],
  foreignKeys: /compan|organi[sz]ation|employer|business|firmographic/,
  foreignType: /compan|organi[sz]ation|business|error|job/i
}

/** Where a person stands in an answer that says nothing of a miss. */
export const locatePerson: Locate = (body, asked = nothingAsked, weakly) => locate(body, MARKS, asked, weakly)

/** Reads a person out of an answer; `undefined` where it holds none. */
export const readPerson = (body: unknown, asked?: Asked): Reading<Person> | undefined => {
  const located = locatePerson(body, asked) ?? locatePerson(body, asked, true)
  return located && readPersonAt(located.record, located.path, located.around)
}

/**
 * Reads a record known to be a person, such as one row of a search.
 * @param around the object that holds the record, where the employer may stand beside it
 */
export const readPersonAt = (record: JsonObject, path: string, around?: Located["around"]): Reading<Person> => {
  const read = reader(record, path)
  const value: Person = {
    name: name(read),
    jobTitle: read.text("jobTitle", ["job_title", "title", "position", "current_title", "role", "headline"]),
    seniority: read.text("seniority", ["seniority", "seniority_level", "management_level", "level"]),
    department: read.text("department", ["department", "job_function", "function"]),
    emails: emails(read),
    phones: phones(read, record),
    company: employer(read, around),
    location: location(read, record, path, ["location", "geo", "address", "person_location", "location_name"]),
    profileUrl: read.text("profileUrl", PROFILES)
  }
  return { value, sources: read.sources, drift: read.drift, checkedOn: checkedOn(read) }
}

const name = (read: Reader): string | null => {
  const parts = ["first", "last"].map((part) =>
    read.text("name", [
      `${part}_name`,
      `name.${part}`,
      ...(part === "first" ? ["given_name"] : ["family_name", "surname"])
    ])
  )
  const joined = parts.filter((part) => part !== null).join(" ")
  const whole = read.find(["full_name", "display_name", "name"])
  return joined !== "" && (whole === undefined || isObject(whole.value))
    ? joined
    : read.text("name", ["full_name", "display_name", "name"])
}

const EMPLOYERS = ["company", "current_company", "organization", "organisation", "employer"]

const employer = (read: Reader, around: Located["around"]): Person["company"] => {
  const beside = around && reader(around.record, around.path).find([...EMPLOYERS, "account"])
  const found = read.find(EMPLOYERS) ?? beside
  const nested = found !== undefined && isObject(found.value) ? reader(found.value, found.path) : undefined
  const plainName = found === undefined || nested !== undefined ? undefined : toText(found.value)
  if (found !== undefined && nested === undefined && plainName === undefined) read.drifted(found, "a text or an object")
  /** A field inside the employer's own object, else one of the person's that begins with `company_`. */
  const field = (
    key: string,
    inside: ReadonlyArray<string>,
    besides: ReadonlyArray<string>,
    get: (from: Reader, names: ReadonlyArray<string>) => string | null
  ) => {
    const within = nested === undefined ? null : get(nested, inside)
    const where = nested?.sources[`company.${key}`]
    if (within === null || where === undefined) return get(read, besides)
    read.note(`company.${key}`, { value: within, path: where })
    return within
  }
  const text = (key: string) => (from: Reader, names: ReadonlyArray<string>) => from.text(`company.${key}`, names)
  if (found !== undefined && plainName !== undefined) read.note("company.name", found)
  const company = {
    name:
      plainName ??
      field("name", ["name", "company_name", "legal_name", "title"], ["company_name", "employer_name"], text("name")),
    domain: field(
      "domain",
      ["domain", "company_domain", "website_domain", "primary_domain"],
      ["company_domain"],
      (from, names) => registered.domain(from, "company.domain", names, from === read ? [] : ["website"])
    ),
    abn: field("abn", ["abn", "company_abn", "business_number"], ["company_abn", "abn"], (from, names) =>
      registered.abn(from, "company.abn", names)
    ),
    profileUrl: field(
      "profileUrl",
      ["profile_url", "profilenet_url", ...profileFields],
      ["company_profile_url"],
      text("profileUrl")
    )
  }
  return Object.values(company).every((value) => value === null) ? null : company
}
