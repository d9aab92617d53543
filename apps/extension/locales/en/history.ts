/** The history page. */
import { plural } from "./plural.ts"

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
  count: (visible: number, all: number) =>
    visible === all ? plural(all, { one: "1 record", other: `${all} records` }) : `${visible} of ${all} records`,
  none: "Nothing is saved yet: click Inlay on somebody's profile or a company's page.",
  noneFits: "Nothing matches this search.",
  showAll: "Show all",
  file: "Save as CSV",
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteAll: "Delete these",
  deleteAllSure: (count: number) =>
    `${plural(count, { one: "Delete 1 record", other: `Delete ${count} records` })}? Looking them up again costs again.`,
  deleteYes: "Yes, delete",
  deleted: (count: number) => plural(count, { one: "1 record deleted.", other: `${count} records deleted.` }),
  cancel: "Cancel",
  notConnected: "No account is connected.",
  settings: "Open settings",
  again: "Try again",
  loading: "Reading saved records…",
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
} as const
