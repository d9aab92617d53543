/** The history page. */
import { number, plural } from "./plural.ts"

const records = (count: number): string => plural(count, { one: "1 record", other: `${number(count)} records` })

export const history = {
  title: "History",
  lead: "Lookups that are still saved in this browser. Viewing them is free.",
  throughHub:
    "Lookups run through the hub and are saved there, not in this browser. The hub's console lists what ran and what it cost under Activity, but not whom it was about.",
  account: "Account",
  search: "Search",
  kind: "Show",
  kinds: { all: "People and companies", person: "People", company: "Companies" },
  reachable: "With a usable number or address",
  count: (visible: number, all: number) => (visible === all ? records(all) : `${number(visible)} of ${records(all)}`),
  none: "Nothing is saved yet: click Inlay on somebody's profile or a company's page.",
  noneFits: "Nothing matches this search.",
  showAll: "Show all",
  more: (count: number) => `Show ${number(count)} more`,
  file: "Save as CSV",
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteAll: "Delete these",
  deleteSure: (count: number, name?: string) => `Delete ${name ?? records(count)}? Looking them up again costs again.`,
  deleteYes: "Yes, delete",
  deleted: (count: number) => `${records(count)} deleted.`,
  cancel: "Cancel",
  notConnected: "No account is connected.",
  settings: "Open settings",
  again: "Try again",
  loading: "Reading saved records…",
  loadingMore: "Reading more…",
  deleting: "Deleting…",
  fetched: "Looked up",
  checked: "Checked by provider",
  doNotCall: (numbers: string) => `do not call: ${numbers}`,
  head: { who: "Who", contact: "Contact", when: "Looked up", acts: "Actions" },
  column: {
    name: "Name",
    title: "Title",
    company: "Company",
    email: "E-mail",
    otherEmails: "Other e-mails",
    phone: "Phone",
    otherPhones: "Other phones",
    doNotCall: "Do not call",
    location: "Location",
    domain: "Domain",
    abn: "ABN",
    industry: "Industry",
    employees: "Employees",
    profile: "Profile"
  }
}
