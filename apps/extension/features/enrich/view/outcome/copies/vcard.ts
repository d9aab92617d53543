/**
 * A record as a contact for an address book, in vCard 3.0 (RFC 2426), which all address books read. Numbers on a
 * do-not-call register are left out, because an address book cannot mark them. Pure.
 */
import type { CardValueKind } from "@inlay/agent-plugin/Card"
import { byUsefulness } from "@inlay/salesdata/contacts"
import { copyable } from "@inlay/ui/text/visible"

import type { SalesRecord } from "../../../requests.ts"

const escaped = (text: string, kind?: CardValueKind): string => copyable(text, kind).replace(/[\\,;]/g, "\\$&")

/** A value without a kind is text. */
type Line = readonly [name: string, value: string | null | undefined, kind?: CardValueKind]

const placeOf = (kind: string | null): string => (/^(home|personal|private)/.test(kind ?? "") ? "HOME" : "WORK")

/**
 * A number or address without a type is "other" to an address book, or not shown. A person without a name in `N` is
 * filed under the company. The name is not split, because which part is the first name differs between cultures.
 */
const linesOf = (record: SalesRecord, subject: string): ReadonlyArray<Line> => {
  if (record.of === "company") {
    const { name, phone, phoneDoNotCall, website, domain } = record.fields
    const companyName = name || domain || subject
    return [
      ["FN", companyName],
      ["N", ""],
      ["ORG", companyName],
      ["TEL;TYPE=WORK", phoneDoNotCall === true ? null : phone, "phone"],
      ["URL;TYPE=WORK", website ?? domain, "url"]
    ]
  }
  const { name, jobTitle, company, emails, phones, profileUrl } = record.fields
  const fullName = name || byUsefulness(emails)[0]?.value || subject
  return [
    ["FN", fullName],
    ["N", fullName],
    ["TITLE", jobTitle],
    ["ORG", company?.name],
    ...byUsefulness(emails).map(({ value, kind }): Line => [`EMAIL;TYPE=${placeOf(kind)}`, value, "email"]),
    ...phones
      .filter(({ doNotCall }) => doNotCall !== true)
      .map(({ value, kind }): Line => [
        `TEL;TYPE=${kind?.startsWith("mobile") === true ? "CELL" : placeOf(kind)}`,
        value,
        "phone"
      ]),
    ["URL;TYPE=WORK", profileUrl, "url"]
  ]
}

/** @param subject a name for a record without one, because a contact must have a name */
export const vcard = (record: SalesRecord, subject: string): string =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    ...linesOf(record, subject).flatMap(([name, value, kind]) => {
      if (name === "N") return [`N:;${escaped(value ?? "", kind)};;;`]
      return value == null || value === "" ? [] : [`${name}:${escaped(value, kind)}`]
    }),
    "END:VCARD",
    ""
  ].join("\r\n")
