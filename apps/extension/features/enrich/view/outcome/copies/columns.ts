/**
 * A record as table columns, the same for a copied row and for a file. Numbers on a do-not-call register have a column
 * of their own, so that no dialler mistakes them for others. Pure.
 */
import type { CardValueKind } from "@inlay/agent-plugin/Card"
import { literalCell } from "@inlay/agent-plugin/csv"
import { byUsefulness } from "@inlay/salesdata/contacts"
import { copyable } from "@inlay/ui/text/visible"

import type { SalesRecord } from "../../../requests.ts"

export const COLUMNS = [
  "name",
  "title",
  "company",
  "email",
  "otherEmails",
  "phone",
  "otherPhones",
  "doNotCall",
  "location",
  "domain",
  "abn",
  "industry",
  "employees",
  "profile"
] as const

type Column = (typeof COLUMNS)[number]

/** Columns whose texts may look like another number or a date. */
const LITERAL: ReadonlySet<Column> = new Set(["phone", "otherPhones", "doNotCall", "employees"])

const cell = (value: string | null | undefined, kind?: CardValueKind): string => copyable(value ?? "", kind)
const listed = (values: ReadonlyArray<{ readonly value: string }>, kind: CardValueKind): string =>
  values.map(({ value }) => copyable(value, kind)).join(", ")

type Columns = Readonly<Record<Column, string>>

const EMPTY = Object.fromEntries(COLUMNS.map((column) => [column, ""])) as Columns

export const columnsOf = (record: SalesRecord): Columns => {
  if (record.of === "company") {
    const { name, phone, phoneDoNotCall, location, domain, abn, industry, employeeCount, size, profileUrl } =
      record.fields
    return {
      ...EMPTY,
      company: cell(name),
      [phoneDoNotCall === true ? "doNotCall" : "phone"]: cell(phone, "phone"),
      location: cell(location),
      domain: cell(domain, "url"),
      abn: cell(abn, "number"),
      industry: cell(industry),
      employees: employeeCount === null ? cell(size) : String(employeeCount),
      profile: cell(profileUrl, "url")
    }
  }
  const { name, jobTitle, company, emails, phones, location, profileUrl } = record.fields
  const [email, ...otherEmails] = byUsefulness(emails)
  const [phone, ...otherPhones] = phones.filter(({ doNotCall }) => doNotCall !== true)
  return {
    ...EMPTY,
    name: cell(name),
    title: cell(jobTitle),
    company: cell(company?.name),
    email: cell(email?.value, "email"),
    otherEmails: listed(otherEmails, "email"),
    phone: cell(phone?.value, "phone"),
    otherPhones: listed(otherPhones, "phone"),
    doNotCall: listed(
      phones.filter(({ doNotCall }) => doNotCall === true),
      "phone"
    ),
    location: cell(location),
    domain: cell(company?.domain, "url"),
    abn: cell(company?.abn, "number"),
    profile: cell(profileUrl, "url")
  }
}

/** The record's row for a spreadsheet, in the order of `COLUMNS`. */
export const cellsOf = (record: SalesRecord): ReadonlyArray<string> => {
  const columns = columnsOf(record)
  return COLUMNS.map((column) => (LITERAL.has(column) ? literalCell(columns[column]) : columns[column]))
}
