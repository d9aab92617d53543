/** Finds the columns of a list that hold identifiers, by column name or as the user says. Pure. */
import { nearest } from "@inlay/core-http/nearest"
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import { profileUrl } from "../../identity/identifiers.ts"
import { companyIdentifiers, personIdentifiers, type Identifiers } from "../../identity/normal-form.ts"

export type Kind = "person" | "company"

/** What the list is about, and the column index of each identifier, starting at 0. */
export interface Columns {
  readonly kind: Kind
  readonly identifiers: Readonly<Record<string, number>>
}

/** Prefix of the columns that this command writes. If the input has such columns, they are replaced. */
export const OWN_PREFIX = "inlay_"

export const IDENTIFIERS: Readonly<Record<Kind, Identifiers>> = {
  person: personIdentifiers,
  company: companyIdentifiers
}

/** Patterns for column names that people and programs use, in lower case without punctuation. */
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

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const byName = (kind: Kind, header: ReadonlyArray<string>): Readonly<Record<string, number>> => {
  const columns: Record<string, number> = {}
  for (const [field, pattern] of Object.entries(NAMES[kind])) {
    const at = header.findIndex((name) => pattern.test(plain(name)))
    if (at >= 0) columns[field] = at
  }
  return columns
}

interface Assignment {
  readonly field: string
  readonly name: string
}

const assignmentOf = (text: string): Assignment => {
  const at = text.indexOf("=")
  return at < 1 ? { field: "", name: text } : { field: text.slice(0, at).trim(), name: text.slice(at + 1).trim() }
}

type Rows = ReadonlyArray<ReadonlyArray<string>>

/** What most addresses of a profile column are of. Undefined if neither people nor companies are more. */
const kindOfProfiles = (rows: Rows, at: number): Kind | undefined => {
  const count = (kind: Kind) => rows.filter((row) => profileUrl(kind, row[at] ?? "").ok).length
  const [ofPeople, ofCompanies] = [count("person"), count("company")]
  return ofPeople === ofCompanies ? undefined : ofPeople > ofCompanies ? "person" : "company"
}

const kindOf = (
  header: ReadonlyArray<string>,
  rows: Rows,
  assignments: ReadonlyArray<Assignment>
): Kind | undefined => {
  const isOf = (kind: Kind) =>
    [...Object.keys(byName(kind, header)), ...assignments.map(({ field }) => field)].some(
      (field) => Object.hasOwn(IDENTIFIERS[kind], field) && field !== "profilenet_url"
    )
  // A list of people often names their companies too, but a list of companies does not name people.
  if (isOf("person")) return "person"
  const [ofPeople, ofCompanies] = [byName("person", header), byName("company", header)].map(
    (columns) => columns["profilenet_url"]
  )
  if (ofPeople !== ofCompanies && ofPeople !== undefined) return "person"
  // A name such as “LinkedIn” does not say whose profiles these are. The addresses do.
  const byAddress = ofPeople === undefined ? undefined : kindOfProfiles(rows, ofPeople)
  if (byAddress !== undefined) return byAddress
  if (isOf("company")) return "company"
  return ofPeople !== undefined ? "person" : ofCompanies !== undefined ? "company" : undefined
}

const shown = (names: ReadonlyArray<string>): string => names.map((name) => `“${name}”`).join(", ")

const problemOf = ({ field, name }: Assignment, kind: Kind, header: ReadonlyArray<string>): string | undefined => {
  const fields = Object.keys(IDENTIFIERS[kind])
  if (!fields.includes(field)) return `must be FIELD=NAME, with one of the fields ${fields.join(", ")}`
  if (header.includes(name)) return undefined
  const near = nearest(name, header)
  return `names a column that the list does not have: ${near.length > 0 ? `the nearest is ${shown(near.slice(0, 1))}` : `it has ${shown(header)}`}`
}

/** Returns the columns of a list, or an error for every wrong flag. */
export const columnsOf = (
  header: ReadonlyArray<string>,
  rows: Rows,
  asked: { readonly kind: Kind | undefined; readonly columns: ReadonlyArray<string> }
): Result.Result<Columns, ReadonlyArray<FieldError>> => {
  const assignments = asked.columns.map(assignmentOf)
  const kind = asked.kind ?? kindOf(header, rows, assignments)
  if (kind === undefined) {
    const message = `has no column whose name says e-mail, profile address, domain, website or ABN; its columns are ${shown(header)}. Name the column, such as --column email=NAME`
    return Result.fail([{ field: "FILE", message }])
  }
  const problems = assignments.flatMap((assignment) => {
    const message = problemOf(assignment, kind, header)
    return message === undefined ? [] : [{ field: "--column", message }]
  })
  if (problems.length > 0) return Result.fail(problems)
  const identifiers: Record<string, number> = { ...byName(kind, header) }
  for (const { field, name } of assignments) identifiers[field] = header.indexOf(name)
  if (Object.keys(identifiers).length > 0) return Result.succeed({ kind, identifiers })
  const fields = Object.keys(IDENTIFIERS[kind]).join(", ")
  return Result.fail([
    { field: "--column", message: `must name the column of ${fields}: the list has ${shown(header)}` }
  ])
}
