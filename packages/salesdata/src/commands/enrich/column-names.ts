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
    email: /^(work|business|primary|contact|person)?e?mail(address|1)?$/,
    profilenet_url:
      /^(person|contact|member)?(profile|profilenet|linkedin|profilenetprofile|linkedinprofile)(url|link|address)?$/,
    // A username or handle alone is that of some other service, and its slug is another person's.
    profilenet_slug:
      /^((profilenet|profile|linkedin)?slug|(profilenet|profile|linkedin)(handle|username|publicid(entifier)?))$/
  },
  company: {
    domain: /^(company|email|website|web|account)?domain(name)?$/,
    website: /^(company|account)?(website|webaddress|homepage|url|site)(url|address)?$/,
    abn: /^(company)?(abn|australianbusinessnumber)$/,
    profilenet_url:
      /^(company|account)?(profile|profilenet|linkedin|linkedincompany|companyprofile)(page)?(url|link|address)?$/
  }
}

/** Columns that only lists of people have, besides their identifiers. */
const OF_PEOPLE =
  /^((first|given|middle|last|family|full|preferred|contact|person|lead)names?|forename|surname|contact(person)?|salutation|seniority|(job)?(title|position|role))$/

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The column indexes of each identifier, starting at 0. An identifier may have several columns, or none. */
export type IdentifierColumns = Readonly<Record<string, ReadonlyArray<number>>>

export const byName = (kind: Kind, header: ReadonlyArray<string>): IdentifierColumns =>
  Object.fromEntries(
    Object.entries(NAMES[kind]).flatMap(([field, pattern]) => {
      const columns = header.flatMap((name, at) => (pattern.test(plain(name)) ? [at] : []))
      return columns.length === 0 ? [] : [[field, columns]]
    })
  )

export const namesPeople = (header: ReadonlyArray<string>): boolean =>
  header.some((name) => OF_PEOPLE.test(plain(name)))
