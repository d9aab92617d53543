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

/** Names without structure are not split, because which part is the first name differs between cultures. */
const linesOf = (record: SalesRecord, subject: string): ReadonlyArray<Line> => {
  if (record.of === "company") {
    const { name, phone, phoneDoNotCall, website, domain } = record.fields
    return [
      ["FN", name || domain || subject],
      ["N", ""],
      ["ORG", name],
      ["TEL", phoneDoNotCall === true ? null : phone, "phone"],
      ["URL", website ?? domain, "url"]
    ]
  }
  const { name, jobTitle, company, emails, phones, profileUrl } = record.fields
  return [
    ["FN", name || byUsefulness(emails)[0]?.value || subject],
    ["N", ""],
    ["TITLE", jobTitle],
    ["ORG", company?.name],
    ...byUsefulness(emails).map(({ value, kind }): Line => [
      `EMAIL;TYPE=${kind === "personal" ? "HOME" : "WORK"}`,
      value,
      "email"
    ]),
    ...phones
      .filter(({ doNotCall }) => doNotCall !== true)
      .map(({ value, kind }): Line => [`TEL;TYPE=${kind === "mobile" ? "CELL" : "WORK"}`, value, "phone"]),
    ["URL", profileUrl, "url"]
  ]
}

/** @param subject a name for a record without one, because a contact must have a name */
export const vcard = (record: SalesRecord, subject: string): string =>
  [
    "BEGIN:VCARD",
    "VERSION:3.0",
    ...linesOf(record, subject).flatMap(([name, value, kind]) => {
      if (name === "N") return ["N:;;;;"]
      return value == null || value === "" ? [] : [`${name}:${escaped(value, kind)}`]
    }),
    "END:VCARD",
    ""
  ].join("\r\n")
