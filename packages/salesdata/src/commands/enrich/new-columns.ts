/**
 * The columns that a lookup's outcome adds to its row. Numbers on a do-not-call register have a column of their own, so
 * that no dialler mistakes them for others. Pure.
 */
import { literalCell } from "@inlay/agent-plugin/csv"

import { byUsefulness } from "../../contacts.ts"
import type { Company } from "../../schema/Company.ts"
import type { Person, Phone } from "../../schema/Person.ts"
import type { Kind } from "./column-names.ts"
import { OWN_PREFIX } from "./columns.ts"

type Cell = string | number | null | undefined

const joinValues = (values: ReadonlyArray<string>): string => values.join("; ")

const yesOrNo = (flag: boolean | null | undefined): string => (flag == null ? "" : flag ? "yes" : "no")

const numbersOf = (phones: ReadonlyArray<Phone>): string => joinValues(phones.map(({ value }) => value))

const ofPerson = (person: Person | null): Readonly<Record<string, Cell>> => {
  const [email, ...emails] = byUsefulness(person?.emails ?? [])
  const listed = (person?.phones ?? []).filter(({ doNotCall }) => doNotCall === true)
  const [phone, ...phones] = (person?.phones ?? []).filter(({ doNotCall }) => doNotCall !== true)
  return {
    name: person?.name,
    job_title: person?.jobTitle,
    seniority: person?.seniority,
    department: person?.department,
    email: email?.value,
    email_status: email?.status,
    other_emails: joinValues(emails.map(({ value }) => value)),
    phone: phone?.value,
    phone_kind: phone?.kind,
    do_not_call: yesOrNo((phone ?? listed[0])?.doNotCall),
    other_phones: numbersOf(phones),
    do_not_call_phones: numbersOf(listed),
    company: person?.company?.name,
    company_domain: person?.company?.domain,
    company_abn: person?.company?.abn,
    location: person?.location,
    profile_url: person?.profileUrl
  }
}

const ofCompany = (company: Company | null): Readonly<Record<string, Cell>> => ({
  name: company?.name,
  domain: company?.domain,
  abn: company?.abn,
  industry: company?.industry,
  size: company?.size,
  employees: company?.employeeCount,
  location: company?.location,
  technologies: joinValues(company?.technologies ?? []),
  phone: company?.phoneDoNotCall === true ? "" : company?.phone,
  do_not_call: yesOrNo(company?.phoneDoNotCall),
  do_not_call_phones: company?.phoneDoNotCall === true ? company.phone : "",
  website: company?.website,
  profile_url: company?.profileUrl
})

/** The outcome of a row. */
export interface RowOutcome {
  readonly status:
    | "match"
    | "no match"
    | "another person"
    | "another company"
    | "skipped"
    | "failed"
    | "charge unknown"
    | "not asked"
  readonly record?: unknown
  readonly matchedOn?: ReadonlyArray<string>
  readonly credits?: number | "unknown"
  readonly checkedOn?: string
  readonly note?: string
}

/** Columns whose texts a spreadsheet may read as something else. */
const LITERAL = new Set(["phone", "other_phones", "do_not_call_phones", "size"])

const recordCells = (kind: Kind, record: unknown): Readonly<Record<string, Cell>> =>
  kind === "person" ? ofPerson((record ?? null) as Person | null) : ofCompany((record ?? null) as Company | null)

export const newColumns = (kind: Kind): ReadonlyArray<string> =>
  ["status", ...Object.keys(recordCells(kind, null)), "matched_on", "checked_on", "credits", "note"].map(
    (name) => OWN_PREFIX + name
  )

/**
 * In the order of `newColumns`.
 * @param isPlain for a program, which needs no help to read a text as it is
 */
export const newCells = (
  kind: Kind,
  { status, record, matchedOn = [], checkedOn, credits, note }: RowOutcome,
  isPlain: boolean
): ReadonlyArray<Cell> => [
  status,
  ...Object.entries(recordCells(kind, record)).map(([name, value]) =>
    !isPlain && LITERAL.has(name) ? literalCell(value) : value
  ),
  joinValues(matchedOn),
  checkedOn,
  credits,
  note
]
