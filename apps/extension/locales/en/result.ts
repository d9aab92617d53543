/** A match in the popup. */
import { list, lowered, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export { number } from "./plural.ts"
export { factName, recordText } from "./record.ts"

const IDENTIFIERS: Readonly<Record<string, string>> = {
  profilenet_url: "profile",
  profilenet_slug: "profile",
  email: "e-mail",
  domain: "domain",
  website: "website",
  abn: "ABN"
}

export const result = {
  found: (name: string) => `Found ${name}`,
  matchedOn: (fields: ReadonlyArray<string>) => {
    const names = [...new Set(fields.map((field) => IDENTIFIERS[field] ?? field))]
    return names.length === 0 ? "" : `by ${list(names)}`
  },
  copyAll: "Copy",
  copyAs: { text: "As text", row: "As a sheet row", vcard: "As a contact (vCard)", json: "As JSON" },
  copiedAs: {
    text: "Copied as text",
    row: "Copied as a sheet row",
    vcard: "Copied as a contact, without do-not-call numbers",
    json: "Copied as JSON"
  },
  copy: (label: string) => `Copy ${lowered(label)}`,
  copied: (label: string) => `Copied ${lowered(label)}`.trim(),
  copyFailed: "The browser did not allow copying",
  noPhone: "There is no number that may be called",
  noContacts: "The record has no e-mail address and no phone number.",
  moreRows: (count: number) => `${count} more`,
  more: "More",
  sources: "Sources",
  note: "Write a note",
  showInPage: "Show in the page",
  refresh: "Look again",
  saveContact: "Save as a contact file (.vcf)",
  similar: "Similar people",
  people: "People by role",
  history: "History",
  keys: "Shortcuts",
  keyList: [
    ["c", "Copy…"],
    ["p", "Copy the number to call"],
    ["a", "Copy all as text"],
    ["?", "Show these shortcuts"]
  ] as ReadonlyArray<readonly [key: string, does: string]>,
  forget: "Forget",
  forgetSure: "Forget this record? It is erased from this browser; looking it up again costs again.",
  forgetYes: "Yes, forget",
  forgotten: (count: number) =>
    `Forgotten. ${credits(count)} spent ${plural(count, { one: "stays", other: "stay" })} in the ledger.`,
  forgottenHere: "Forgotten in this browser. What the hub has is erased there, with “inlay forget”.",
  cancel: "Cancel",
  saved: (age: string) => `saved ${age}`,
  sourceOf: (path: string) => `From ${path}`,

  /** Why the card is not in the page. */
  inPage: {
    off: "Not shown in pages",
    moved: "Not in the page: it moved on",
    blocked: "This page allows no card",
    unseen: "Not visible in the page right now",
    another: "Not in the page: another's record"
  },
  change: "Change"
}

/** A record that is about somebody else. */
export const another = {
  title: "The provider answered about somebody else",
  text: (who: string, subject: string) =>
    `Its record is about ${who}. It is not shown as ${subject}. If a profile was renamed, both may be the same.`,
  cost: (charged: string, when: string) => `${charged} · ${when}`,
  show: "Show that record"
}

/** The company of a person, beside the person's record. */
export const employer = {
  enrich: (cost: string) => `Enrich company · ${cost}`,
  overCap: "Over the cap",
  noMatch: (charged: string) => `No match · ${charged}`,
  another: (name: string, charged: string) => `Answered about ${name} · ${charged}`,
  trade: "Industry and place",
  field: { name: "Name", domain: "Domain", abn: "ABN" },
  differs: (field: string, ofPerson: string, ofCompany: string) =>
    `${field}: ${ofPerson} in the person's record, ${ofCompany} in the company's.`
}

/** The user's own note about a person or a company. */
export const note = {
  title: "Your note",
  edit: "Edit",
  save: "Save",
  stays: "Stays in this browser",
  full: (most: number) => `A note has at most ${number(most)} characters`,
  changedElsewhere: (text: string) => `Changed in another window to “${text}”. Saving replaces that.`,
  deletedElsewhere: "Deleted in another window. Saving writes it again."
}

/** A people search, started from a person's or a company's result. */
export const people = {
  field: { position: "Position", seniority: "Seniority", department: "Department", company: "Company" },
  search: (cost: string) => `Search · ${cost}`,
  nextPage: (cost: string) => `Next page · ${cost}`,
  unnamed: "No name",
  noPrice: "The account has no price for a search, so its cap blocks it. Enter the price in the settings.",
  overCap: "A search could exceed the cap.",
  /** Of a search that a popup made before it closed. */
  earlier: "searched before, not charged again",
  none: "Nobody fits. Leave a field empty, or use other words.",
  found: (count: number, total: number | null, charged: string) =>
    `${total === null || total <= count ? plural(count, { one: "1 person", other: `${number(count)} people` }) : `${number(count)} of ${number(total)} people`} · ${charged}`
}
