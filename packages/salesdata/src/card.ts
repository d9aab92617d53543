/** A lookup's outcome as a card, by what the outcome says alone: the most useful facts first, warnings before everything. Pure. */
import type { Card, CardNotice, CardRow, CardSection, CardTone, CardValueKind } from "@inlay/agent-plugin/Card"

import { profileSlug } from "./identity/identifiers.ts"
import type { Company } from "./schema/Company.ts"
import type { Enrichment } from "./schema/Enrichment.ts"
import type { Person } from "./schema/Person.ts"

type Rows = Array<CardRow>
type Sources = Readonly<Record<string, string>>
type Mark = NonNullable<CardRow["mark"]>

const add = (
  rows: Rows,
  sources: Sources,
  field: string,
  label: string,
  value: string | null | undefined,
  kind: CardValueKind = "text",
  mark?: Mark
) => {
  if (value !== null && value !== undefined && value !== "") {
    rows.push({ label, value, kind, source: sources[field] ?? "", ...(mark !== undefined && { mark }) })
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** "Work e-mail", "Mobile", "Direct phone": the provider's kind as a label. */
const label = (kind: string | null, noun: string, alone: ReadonlyArray<string> = []): string =>
  kind === null ? capital(noun) : alone.includes(kind) ? capital(kind) : `${capital(kind.replaceAll("_", " "))} ${noun}`

const emailMark = (status: string | null): Mark | undefined => {
  if (status === null) return undefined
  const tone: CardTone = /^(verified|valid|deliverable|safe)/.test(status)
    ? "good"
    : /invalid|bounce|risky|undeliver/.test(status)
      ? "warning"
      : "neutral"
  return { text: status, tone }
}

const section = (title: string, rows: Rows): ReadonlyArray<CardSection> => (rows.length === 0 ? [] : [{ title, rows }])

const age = (outcome: Pick<Enrichment<unknown>, "fetchedAt" | "fromCache">) => ({
  fetchedAt: outcome.fetchedAt,
  fromCache: outcome.fromCache
})

const STALE_MILLIS = 180 * 86_400_000

/** That the answer is not kept, or cost more than it should. */
const paidNotice = ({ notice }: Enrichment<unknown>): ReadonlyArray<CardNotice> =>
  notice === undefined ? [] : [{ tone: "warning", text: notice }]

const staleNotice = ({ checkedOn, fetchedAt }: Enrichment<unknown>): ReadonlyArray<CardNotice> =>
  checkedOn !== undefined && Date.parse(fetchedAt) - Date.parse(checkedOn) > STALE_MILLIS
    ? [{ tone: "warning", text: `The provider last checked this on ${checkedOn}.` }]
    : []

/** Where nothing that was asked stands in the record, it may be about somebody else; a notice says more. */
const doubtNotice = ({ matchedOn, notice }: Enrichment<unknown>): ReadonlyArray<CardNotice> =>
  matchedOn.length === 0 && notice === undefined
    ? [{ tone: "warning", text: "Nothing in the record confirms that it is who was asked for." }]
    : []

const personNotices = (
  outcome: Enrichment<Person>,
  record: Person,
  askedSlug: string | undefined
): ReadonlyArray<CardNotice> => {
  const doNotCall = record.phones.filter((phone) => phone.doNotCall === true)
  const profile = record.profileUrl === null ? undefined : profileSlug("person", record.profileUrl)
  const isAnother = askedSlug !== undefined && profile?.ok === true && profile.value !== askedSlug
  return [
    ...(isAnother
      ? [{ tone: "danger" as const, text: `The provider answered with another profile: ${profile.value}.` }]
      : doubtNotice(outcome)),
    ...(doNotCall.length > 0
      ? [
          {
            tone: "danger" as const,
            text:
              doNotCall.length === record.phones.length
                ? "On the do-not-call register: do not phone."
                : "Some numbers are on the do-not-call register."
          }
        ]
      : []),
    ...paidNotice(outcome),
    ...staleNotice(outcome)
  ]
}

/**
 * The card of a person's match; `undefined` without one.
 * @param askedSlug the profile that was open, to tell when the provider answered with another
 */
export const personCard = (outcome: Enrichment<Person>, askedSlug?: string): Card | undefined => {
  const { record, sources = {} } = outcome
  if (record === null) return undefined
  const contact: Rows = []
  record.emails.forEach((email, i) =>
    add(contact, sources, `emails.${i}`, label(email.kind, "e-mail"), email.value, "email", emailMark(email.status))
  )
  record.phones.forEach((phone, i) =>
    add(
      contact,
      sources,
      `phones.${i}`,
      label(phone.kind, "phone", ["mobile", "landline"]),
      phone.value,
      "phone",
      phone.doNotCall === true ? { text: "do not call", tone: "danger" } : undefined
    )
  )
  const role: Rows = []
  add(role, sources, "location", "Location", record.location)
  add(role, sources, "seniority", "Seniority", record.seniority)
  add(role, sources, "department", "Department", record.department)
  const company: Rows = []
  add(company, sources, "company.name", "Name", record.company?.name)
  add(company, sources, "company.domain", "Domain", record.company?.domain)
  add(company, sources, "company.abn", "ABN", formatAbn(record.company?.abn))
  return {
    title: record.name ?? "Unnamed person",
    subtitle: [record.jobTitle, record.company?.name].filter((part) => part != null).join(" · "),
    notices: personNotices(outcome, record, askedSlug),
    sections: [...section("", contact), ...section("Role", role), ...section("Company", company)],
    ...age(outcome)
  }
}

/** The card of a company's match; `undefined` without one. */
export const companyCard = (outcome: Enrichment<Company>): Card | undefined => {
  const { record, sources = {} } = outcome
  if (record === null) return undefined
  const facts: Rows = []
  add(facts, sources, "industry", "Industry", record.industry)
  add(facts, sources, "employeeCount", "Employees", record.employeeCount?.toLocaleString("en-AU"), "number")
  add(facts, sources, "size", "Size band", record.size)
  add(facts, sources, "location", "Location", record.location)
  add(facts, sources, "abn", "ABN", formatAbn(record.abn))
  const contact: Rows = []
  add(contact, sources, "domain", "Domain", record.domain)
  add(contact, sources, "website", "Website", record.website, "url")
  add(contact, sources, "phone", "Phone", record.phone, "phone")
  const technology: Rows = []
  add(technology, sources, "technologies", "Technologies", record.technologies.join(", "))
  return {
    title: record.name ?? record.domain ?? "Unnamed company",
    subtitle: [record.industry, record.location].filter((part) => part !== null).join(" · "),
    notices: [...doubtNotice(outcome), ...paidNotice(outcome), ...staleNotice(outcome)],
    sections: [...section("", facts), ...section("Contact", contact), ...section("Technology", technology)],
    ...age(outcome)
  }
}

/** An ABN as the Australian Business Register prints it: `51 824 753 556`. */
const formatAbn = (abn: string | null | undefined): string | null => {
  const digits = abn?.replace(/\s/g, "") ?? ""
  return /^\d{11}$/.test(digits) ? digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4") : (abn ?? null)
}
