/** Finds a person's record in a response of any shape, and reads its fields under many names. */
import { isJsonObject } from "@inlay/core-http/json-object"

import { isMailHost } from "../../identity/shared-mailboxes.ts"
import { words } from "../../identity/words.ts"
import type { Person } from "../../schema/Person.ts"
import { profileFields } from "../../vendors.ts"
import { emailFields, phoneFields } from "./contact-fields.ts"
import { emails, phones } from "./contact-points.ts"
import { locate, noQuestion, type Locate, type LocatedRecord, type Marks } from "./locate.ts"
import { location } from "./location.ts"
import { FIRST_NAMES, FULL_NAMES, LAST_NAMES, nameOf, otherPerson } from "./names.ts"
import { checkedOn, reader, toText, type Reader, type Reading } from "./record-reader.ts"
import * as registered from "./registrations.ts"

const PROFILES = [...profileFields, "profile", "social_url"]
const TITLES = words("job_title current_title headline")

const MARKS: Marks = {
  names: words("person contact profile record lead prospect people contacts persons profiles"),
  own: [...FULL_NAMES, ...FIRST_NAMES, ...LAST_NAMES, ...TITLES, "seniority"],
  shared: ["name", ...phoneFields],
  identifiers: [...emailFields, ...PROFILES],
  weak: words("title position role department company current_company location"),
  foreign: words("legal_name industry employee_count employees headcount technologies"),
  foreignIdentifiers: ["domain", "abn"],
  foreignKeys: /compan|organi[sz]ation|employer|business|firmographic/,
  foreignType: /compan|organi[sz]ation|business|error|job/i
}

/** Finds a person in a response that does not say "no match". */
export const locatePerson: Locate = (body, question = noQuestion, weakly) => locate(body, MARKS, question, weakly)

const OF_COMPANY = words("name entity_name company_name organization_name website headquarters domain abn")

/** What is around a record, if its contact points are the record's: not if it has several records, or is a company. */
const besideOf = ({ record, around }: LocatedRecord): Reader | undefined => {
  if (around === undefined || !Object.values(around.record).includes(record)) return undefined
  const fields = reader(around.record, around.path, [""])
  return fields.find([...OF_COMPANY, ...MARKS.foreign]) === undefined ? fields : undefined
}

/** Reads a record that is known to be a person, such as a row of a search. */
export const readPersonAt = (place: LocatedRecord): Reading<Person> => {
  const { record, path, around } = place
  const fields = { ...reader(record, path), beside: besideOf(place) }
  const name = nameOf(fields)
  const isOther = otherPerson(name)
  const value: Person = {
    name,
    jobTitle: fields.text("jobTitle", words("job_title title position employment.title role headline")),
    seniority: fields.text(
      "seniority",
      words("seniority seniority_level management_level level title_levels title.seniority employment.seniority")
    ),
    department: fields.text("department", words("department departments title.departments function title_role")),
    emails: emails(fields, isOther),
    phones: phones(fields, isOther, place, MARKS.foreignKeys),
    company: employer(fields, around),
    location: location(fields, words("location geo address person_location location_name")),
    profileUrl: fields.text("profileUrl", PROFILES)
  }
  return { value, sources: fields.sources, drift: fields.drift, checkedOn: checkedOn(fields) }
}

const EMPLOYERS = words("company organization organisation employer")
/** Fields that only an employer has in an object that may be the caller's account or somebody's terms of work. */
const OF_EMPLOYER = words("account.domain account.company_name employment.name employment.domain")

const employerIn = ({ find }: Reader) =>
  find(EMPLOYERS) ??
  find(OF_EMPLOYER.filter((field) => find([field]) !== undefined).map((field) => field.replace(/\..*/, "")))

/** The names of a field of the employer among the person's own. */
const ofEmployer = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  words("company employer organization").flatMap((prefix) => names.map((part) => `${prefix}_${part}`))

const employer = (fields: Reader, around: LocatedRecord["around"]): Person["company"] => {
  const entry = employerIn(fields) ?? (around && employerIn(reader(around.record, around.path)))
  const own =
    entry !== undefined && isJsonObject(entry.value)
      ? reader(entry.value, entry.path, undefined, fields.sources)
      : undefined
  const plainName = own === undefined ? toText(entry?.value) : undefined
  if (entry !== undefined && own === undefined) {
    if (plainName === undefined) fields.drifted(entry, "a text or an object")
    else fields.note("company.name", entry)
  }
  /** Reads a field of the employer's own object, or else one of the person's fields that begins with its name. */
  const text = (key: string, inside: ReadonlyArray<string>, besides: ReadonlyArray<string>) =>
    own?.text(key, inside) ?? fields.text(key, besides)
  // Beside a personal address, the domain may be its mail service's.
  const domain = isMailHost(toText(fields.find(["domain"])?.value) ?? "") ? [] : ["domain"]
  const company = {
    name: plainName ?? text("company.name", ["name", "company_name", "legal_name"], ofEmployer("name")),
    domain:
      (own &&
        registered.domain(own, "company.domain", words("domain company_domain website_domain fqdn"), ["website"])) ??
      registered.domain(fields, "company.domain", [...ofEmployer("domain"), ...domain], ofEmployer("website", "url")),
    abn:
      (own && registered.abn(own, "company.abn", words("abn company_abn business_number"))) ??
      registered.abn(fields, "company.abn", [...ofEmployer("abn"), "abn"]),
    profileUrl: text("company.profileUrl", profileFields, ofEmployer(...profileFields))
  }
  return Object.values(company).every((value) => value === null) ? null : company
}
