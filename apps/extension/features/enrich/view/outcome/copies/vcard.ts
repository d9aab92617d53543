/**
 * A record as a contact for an address book, in vCard 3.0 (RFC 2426), which all address books read. Numbers on a
 * do-not-call register are left out, because an address book cannot mark them. Pure.
 */
import { copyable } from "@inlay/ui/text/visible"

import type { SalesRecord } from "../../../requests.ts"

const escaped = (text: string): string => copyable(text).replace(/[\\,;]/g, "\\$&")

type Line = readonly [name: string, value: string | null | undefined]

/** Names without structure are not split, because which part is the first name differs between cultures. */
const linesOf = (record: SalesRecord): ReadonlyArray<Line> => {
  if (record.of === "company") {
    const { name, phone, website, domain } = record.fields
    return [
      ["FN", name ?? domain],
      ["N", ""],
      ["ORG", name],
      ["TEL", phone],
      ["URL", website ?? domain]
    ]
  }
  const { name, jobTitle, company, emails, phones, profileUrl } = record.fields
  return [
    ["FN", name],
    ["N", ""],
    ["TITLE", jobTitle],
    ["ORG", company?.name],
    ...emails.map(({ value, kind }): Line => [`EMAIL;TYPE=${kind === "personal" ? "HOME" : "WORK"}`, value]),
    ...phones
      .filter(({ doNotCall }) => doNotCall !== true)
      .map(({ value, kind }): Line => [`TEL;TYPE=${kind === "mobile" ? "CELL" : "WORK"}`, value]),
    ["URL", profileUrl]
  ]
}

export const vcard = (record: SalesRecord): string =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    ...linesOf(record).flatMap(([name, value]) => {
      if (name === "N") return ["N:;;;;"]
      return value == null || value === "" ? [] : [`${name}:${escaped(value)}`]
    }),
    "END:VCARD",
    ""
  ].join("\r\n")
