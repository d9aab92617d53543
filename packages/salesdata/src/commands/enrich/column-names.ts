/** The names that people and programs give to columns of identifiers. Pure. */
import { companyIdentifiers, personIdentifiers, type Identifiers } from "../../identity/normal-form.ts"

export type Kind = "person" | "company"

export const IDENTIFIERS: Readonly<Record<Kind, Identifiers>> = {
  person: personIdentifiers,
  company: companyIdentifiers
}

/** Patterns for column names, in lower case without punctuation. */
const NAMES: Readonly<Record<Kind, Readonly<Record<string, RegExp>>>> = {
  person: {
    // Also “E-mail 1 - Value” of Google Contacts and “E-Mail-Adresse” of a German Outlook.
    email: /^(work|business|primary|contact|person)?e?mail[1-9]?(address|adresse|value)?$/,
    // Also “LinkedIn Contact Profile URL” of ZoomInfo and “Contact LI Profile URL” of Seamless.
    profilenet_url:
      /^(?=.*(profile|linkedin))(person|contact|member|profile|profilenet|linkedin|li)+(url|link|address)?$/,
    // A username or handle alone is that of some other service, and its slug is another person's.
    profilenet_slug:
      /^((profilenet|profile|linkedin)?slug|(profilenet|profile|linkedin)(handle|username|publicid(entifier)?))$/
  },
  company: {
    domain: /^(company|email|website|web|account)?domain(name)?$/,
    website: /^(company|account)?(website|webaddress|homepage|url|site)(url|address)?$/,
    abn: /^(company)?(abn|australianbusinessnumber)$/,
    profilenet_url:
      /^(profile|profilenet|linkedin|(?=.*(company|account))(?=.*(profile|linkedin))(company|account|profile|profilenet|linkedin|li)+)(page)?(url|link|address)?$/
  }
}

/** Columns that only lists of people have, besides their identifiers. */
const OF_PEOPLE =
  /^((first|given|middle|last|family|full|preferred|contact|person|lead)names?|forename|surname|contact(person)?|salutation|seniority|(job)?(title|position|role))$/

/** Names that do not say what the addresses below them lead to. LinkedIn's list of one's contacts has “URL”. */
const ANY_ADDRESS = /^(url|link)$/

/** `/in/` alone does not make a profile: on a company's own site, `/in/en` are its pages for India. */
const LINKEDIN_PROFILE = /^(https?:\/\/)?([\w-]+\.)?linkedin\.com\/(comm\/|mwlite\/)?in\//i

export type Rows = ReadonlyArray<ReadonlyArray<string>>

/** Salesforce ends the names of custom fields with `__c`. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/__c$/, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The column indexes of each identifier, starting at 0. An identifier may have several columns, or none. */
export type IdentifierColumns = Readonly<Record<string, ReadonlyArray<number>>>

/** Whether a column's addresses are profiles of people, though its name does not say so. */
const leadsToPeople = (header: ReadonlyArray<string>, at: number, rows: Rows): boolean => {
  if (!ANY_ADDRESS.test(plain(header[at] ?? ""))) return false
  const values = rows.map((row) => row[at] ?? "").filter((value) => value.trim() !== "")
  return values.filter((value) => LINKEDIN_PROFILE.test(value.trim())).length * 2 > values.length
}

/** Finds the columns by their names, and those of addresses without a clear name by their values. */
export const identifierColumns = (kind: Kind, header: ReadonlyArray<string>, rows: Rows): IdentifierColumns => {
  const ofPeople = new Set([...header.keys()].filter((at) => leadsToPeople(header, at, rows)))
  const isOf = (field: string, pattern: RegExp, at: number): boolean =>
    ofPeople.has(at) ? kind === "person" && field === "profilenet_url" : pattern.test(plain(header[at] ?? ""))
  return Object.fromEntries(
    Object.entries(NAMES[kind]).flatMap(([field, pattern]) => {
      const columns = [...header.keys()].filter((at) => isOf(field, pattern, at))
      return columns.length === 0 ? [] : [[field, columns]]
    })
  )
}

export const namesPeople = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => OF_PEOPLE.test(plain(name)))
