/** Finds out whether the rows of a list are people or companies, by its columns and, in doubt, by their values. Pure. */
import { profileUrl } from "../../identity/identifiers.ts"
import { isSharedMailbox } from "../../identity/shared-mailboxes.ts"
import { valuesIn } from "./cells.ts"
import { IDENTIFIERS, identifierColumns, namesPeople, type Kind, type Rows } from "./column-names.ts"

/** `isCertain`: whether nothing in the list speaks for the other kind. */
export interface KindOfList {
  readonly kind: Kind
  readonly isCertain: boolean
}

const certainly = (kind: Kind): KindOfList => ({ kind, isCertain: true })

const valuesAt = (rows: Rows, field: string, columns: ReadonlyArray<number>): ReadonlyArray<string> =>
  rows.flatMap((row) => columns.flatMap((at) => valuesIn(field, row[at] ?? "")))

/** What most addresses of profile columns are of. Undefined if neither people nor companies are more. */
const kindOfProfiles = (rows: Rows, columns: ReadonlyArray<number>): Kind | undefined => {
  const values = valuesAt(rows, "profilenet_url", columns)
  const count = (kind: Kind) => values.filter((value) => profileUrl(kind, value).ok).length
  const [ofPeople, ofCompanies] = [count("person"), count("company")]
  return ofPeople === ofCompanies ? undefined : ofPeople > ofCompanies ? "person" : "company"
}

/** Whether most e-mail addresses are mailboxes of people, and not of companies, such as `info@`. */
const areOfPeople = (rows: Rows, columns: ReadonlyArray<number>): boolean => {
  const addresses = valuesAt(rows, "email", columns).filter((value) => value.includes("@"))
  return addresses.filter((address) => isSharedMailbox(address.trim())).length * 2 <= addresses.length
}

/** @param fields whose columns the user names */
export const kindOf = (
  header: ReadonlyArray<string>,
  rows: Rows,
  fields: ReadonlyArray<string>
): KindOfList | undefined => {
  const isOnlyOf = (kind: Kind, field: string) => Object.hasOwn(IDENTIFIERS[kind], field) && field !== "profilenet_url"
  if (fields.some((field) => isOnlyOf("person", field))) return certainly("person")
  if (fields.some((field) => isOnlyOf("company", field))) return certainly("company")
  const [people, companies] = [identifierColumns("person", header, rows), identifierColumns("company", header, rows)]
  const namesCompanies = Object.keys(companies).some((field) => isOnlyOf("company", field))
  const { profilenet_url: ofPeople = [], profilenet_slug: slugs, email: addresses } = people
  const { profilenet_url: ofCompanies = [], abn } = companies
  // A name such as “LinkedIn” does not say whose profiles these are. The addresses do.
  const byAddress = ofPeople.every((at) => ofCompanies.includes(at)) ? kindOfProfiles(rows, ofPeople) : "person"
  if (addresses === undefined && slugs === undefined) {
    if (byAddress !== undefined) return certainly(byAddress)
    // Their profiles may have addresses that cannot be read, such as those of Sales Navigator.
    if (ofPeople.length > 0 && namesPeople(header)) return certainly("person")
    if (namesCompanies) return certainly("company")
    return ofPeople.length > 0 ? certainly("person") : ofCompanies.length > 0 ? certainly("company") : undefined
  }
  // A list of people often names their companies too, and one of companies has their mailboxes.
  const isOfPeople = slugs !== undefined || byAddress === "person" || namesPeople(header)
  if (isOfPeople || !namesCompanies) return certainly("person")
  return { kind: abn === undefined && areOfPeople(rows, addresses ?? []) ? "person" : "company", isCertain: false }
}
