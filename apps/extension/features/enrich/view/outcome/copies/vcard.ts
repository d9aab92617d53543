/**
 * A record as a contact for an address book: vCard 3.0 (RFC 2426), which all of them read. Numbers on a do-not-call register are
 * left out, since an address book has no place to say so. Pure.
 */
import { copyable } from "@inlay/ui/text/visible"

import type { SalesRecord } from "../../../requests.ts"

const escaped = (text: string): string => copyable(text).replace(/[\\,;]/g, "\\$&")

type Line = readonly [name: string, value: string | null | undefined]

/** Unstructured names are one part: what is whose first name differs from people to people. */
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
