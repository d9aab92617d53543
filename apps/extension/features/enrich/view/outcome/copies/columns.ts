/**
 * A record as table columns, the same for a copied row and for a file. Numbers on a do-not-call register have a column
 * of their own, so that no dialler mistakes them for others. Pure.
 */
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

export type Column = (typeof COLUMNS)[number]

const text = (value: string | null | undefined): string => copyable(value ?? "")
const listed = (values: ReadonlyArray<string>): string => values.map((value) => copyable(value)).join(", ")

/** The preferred address comes first. */
const emailsOf = (record: SalesRecord): ReadonlyArray<string> =>
  record.of === "company"
    ? []
    : record.fields.emails
        .toSorted((a, b) => Number(b.status === "verified") - Number(a.status === "verified"))
        .map(({ value }) => value)

export const columnsOf = (record: SalesRecord): Readonly<Record<Column, string>> => {
  const [email = "", ...otherEmails] = emailsOf(record)
  if (record.of === "company") {
    const { name, phone, location, domain, abn, industry, employeeCount, size, profileUrl } = record.fields
    return {
      name: "",
      title: "",
      company: text(name),
      email: "",
      otherEmails: "",
      phone: text(phone),
      otherPhones: "",
      doNotCall: "",
      location: text(location),
      domain: text(domain),
      abn: text(abn),
      industry: text(industry),
      employees: employeeCount === null ? text(size) : String(employeeCount),
      profile: text(profileUrl)
    }
  }
  const { name, jobTitle, company, phones, location, profileUrl } = record.fields
  const [phone = "", ...otherPhones] = phones.filter(({ doNotCall }) => doNotCall !== true).map(({ value }) => value)
  return {
    name: text(name),
    title: text(jobTitle),
    company: text(company?.name),
    email: text(email),
    otherEmails: listed(otherEmails),
    phone: text(phone),
    otherPhones: listed(otherPhones),
    doNotCall: listed(phones.filter(({ doNotCall }) => doNotCall === true).map(({ value }) => value)),
    location: text(location),
    domain: text(company?.domain),
    abn: text(company?.abn),
    industry: "",
    employees: "",
    profile: text(profileUrl)
  }
}
