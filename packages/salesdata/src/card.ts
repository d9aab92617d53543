/** Makes cards from lookup outputs, using only the output. Contacts are sorted by usefulness. Pure. */
import type { Card, CardIcon, CardNotice, CardRow, CardSection, CardValueKind } from "@inlay/agent-plugin/Card"
import { defined } from "@inlay/core-http/json-object"

import { emailTone, usefulness } from "./contacts.ts"
import { isProfileId, profileSlug, spacedAbn } from "./identity/identifiers.ts"
import type { Company } from "./schema/Company.ts"
import type { Enrichment } from "./schema/Enrichment.ts"
import type { Person } from "./schema/Person.ts"
import { foldKey } from "./wire/reading/record-reader.ts"

type Sources = Readonly<Record<string, string>>
type Mark = NonNullable<CardRow["mark"]>

interface Fact {
  /** Path of the value in the record, with which its source is found. */
  readonly field: string
  readonly label: string
  readonly value: string | null | undefined
  readonly kind?: CardValueKind
  readonly icon?: CardIcon
  readonly detail?: string | null
  readonly mark?: Mark | undefined
}

/** Returns a row for a fact, or no row if the record does not have it. */
const rowOf = (
  sources: Sources,
  { field, label, value, kind = "text", icon, detail, mark }: Fact
): ReadonlyArray<CardRow> =>
  value === null || value === undefined || value === ""
    ? []
    : [
        {
          label,
          value,
          kind,
          ...defined({ icon, mark, detail: detail || undefined }),
          source: sources[field] ?? ""
        }
      ]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Builds a label from the provider's kind: "Work e-mail", "Mobile", "Direct phone". */
const label = (kind: string | null, noun: string, alone: ReadonlyArray<string> = []): string =>
  kind === null ? capital(noun) : alone.includes(kind) ? capital(kind) : `${capital(kind.replaceAll("_", " "))} ${noun}`

const emailMark = (status: string | null): Mark | undefined =>
  status === null ? undefined : { text: status, tone: emailTone(status) }

const phoneMark = (doNotCall: boolean | null): Mark | undefined =>
  doNotCall === true ? { text: "do not call", tone: "danger" } : undefined

const rank = ({ kind, mark }: CardRow): number =>
  usefulness(kind === "phone" ? "phone" : "email", mark?.tone ?? "neutral")

const section = (title: string, rows: ReadonlyArray<CardRow>): ReadonlyArray<CardSection> =>
  rows.length === 0 ? [] : [{ title, rows }]

const age = ({ fetchedAt, fromCache, checkedOn }: Enrichment<unknown>) => defined({ fetchedAt, fromCache, checkedOn })

/** Warns that the answer was not cached, or cost more than its price. */
const paidNotice = ({ notice }: Enrichment<unknown>): ReadonlyArray<CardNotice> =>
  notice === undefined ? [] : [{ tone: "warning", text: notice }]

/**
 * Warns if the record contains none of the identifiers that were asked for, because it may be about somebody else. Left
 * out if the outcome has its own notice.
 */
const doubtNotice = ({ matchedOn, notice }: Enrichment<unknown>): ReadonlyArray<CardNotice> =>
  matchedOn.length === 0 && notice === undefined
    ? [{ tone: "warning", text: "Nothing in the record confirms that it matches the request." }]
    : []

const personNotices = (
  outcome: Enrichment<Person>,
  record: Person,
  askedSlug: string | undefined
): ReadonlyArray<CardNotice> => {
  const profile = record.profileUrl === null ? undefined : profileSlug("person", record.profileUrl)
  const isAnother =
    askedSlug !== undefined &&
    profile?.ok === true &&
    profile.value !== askedSlug &&
    // A profile has both a name and an id that the network gave it, which cannot be compared.
    isProfileId(profile.value) === isProfileId(askedSlug)
  return [
    ...(isAnother
      ? [{ tone: "danger" as const, text: `The provider answered with another profile: ${profile.value}.` }]
      : doubtNotice(outcome)),
    ...paidNotice(outcome)
  ]
}

const contactsOf = ({ emails, phones }: Person, sources: Sources): ReadonlyArray<CardRow> =>
  [
    ...emails.flatMap(({ kind, value, status }, i) =>
      rowOf(sources, {
        field: `emails.${i}`,
        label: label(kind, "e-mail"),
        value,
        kind: "email",
        icon: "email",
        mark: emailMark(status)
      })
    ),
    ...phones.flatMap(({ kind, value, doNotCall }, i) =>
      rowOf(sources, {
        field: `phones.${i}`,
        label: label(kind, "phone", ["mobile", "landline"]),
        value,
        kind: "phone",
        icon: "phone",
        mark: phoneMark(doNotCall)
      })
    )
  ].toSorted((a, b) => rank(a) - rank(b))

const joinWords = (...words: ReadonlyArray<string | null | undefined>): string =>
  words.filter((word) => word != null && word !== "").join(", ")

/** Levels whose usual spelling is not the provider's word with a capital. */
const LEVELS = "AVP C-level C-suite CXO EVP SVP VP".split(" ")

/** A level as people write it: `VP` for `vp`, `Mid level` for `mid_level`. */
const levelOf = (seniority: string): string =>
  LEVELS.find((level) => foldKey(level) === foldKey(seniority)) ?? seniority.replace(/_/g, " ")

const roleOf = ({ seniority, department, location }: Person, sources: Sources): ReadonlyArray<CardRow> => {
  const role = capital(joinWords(seniority && levelOf(seniority), department))
  return role === ""
    ? rowOf(sources, { field: "location", label: "Location", value: location, icon: "place" })
    : rowOf(sources, {
        field: seniority === null ? "department" : "seniority",
        label: "Role",
        value: role,
        icon: "role",
        detail: location
      })
}

/**
 * Returns the card of a matched person, or `undefined` if there was no match.
 * @param askedSlug the profile that was open. If the provider returns another profile, the card warns about it.
 */
export const personCard = (outcome: Enrichment<Person>, askedSlug?: string): Card | undefined => {
  const { record, sources = {} } = outcome
  if (record === null) return undefined
  const { company } = record
  const companyRows = [
    ...rowOf(sources, { field: "company.domain", label: "Domain", value: company?.domain, icon: "site" }),
    ...rowOf(sources, {
      field: "company.abn",
      label: "ABN",
      value: company?.abn && spacedAbn(company.abn),
      icon: "number"
    })
  ]
  return {
    title: record.name ?? "Unnamed person",
    subtitle: [record.jobTitle, company?.name].filter((part) => part != null).join(" · "),
    notices: personNotices(outcome, record, askedSlug),
    sections: [
      ...section("", contactsOf(record, sources)),
      ...section("Role", roleOf(record, sources)),
      ...section(company?.name ?? "Company", companyRows)
    ],
    ...age(outcome)
  }
}

const hostOf = (website: string | null): string | undefined => {
  const address = website?.includes("://") === false ? `https://${website}` : (website ?? "")
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : undefined
}

const companyRows = (record: Company, sources: Sources): ReadonlyArray<CardRow> => {
  const { employeeCount, size, abn, domain, website, phone, phoneDoNotCall } = record
  return [
    ...rowOf(sources, {
      field: employeeCount === null ? "size" : "employeeCount",
      label: "Employees",
      value: employeeCount === null ? size : String(employeeCount),
      kind: "number",
      icon: "people"
    }),
    ...rowOf(sources, { field: "abn", label: "ABN", value: abn && spacedAbn(abn), icon: "number" }),
    ...rowOf(sources, {
      field: "phone",
      label: "Phone",
      value: phone,
      kind: "phone",
      icon: "phone",
      mark: phoneMark(phoneDoNotCall)
    }),
    ...rowOf(sources, { field: "website", label: "Website", value: website, kind: "url", icon: "site" }),
    // A website on the domain already shows the domain.
    ...(domain !== null && hostOf(website) === domain
      ? []
      : rowOf(sources, { field: "domain", label: "Domain", value: domain, icon: "site" }))
  ]
}

/** Returns the card of a matched company, or `undefined` if there was no match. */
export const companyCard = (outcome: Enrichment<Company>): Card | undefined => {
  const { record, sources = {} } = outcome
  if (record === null) return undefined
  const technologies = rowOf(sources, {
    field: "technologies",
    label: "Technologies",
    value: record.technologies.join(", ")
  })
  return {
    title: record.name ?? record.domain ?? "Unnamed company",
    subtitle: [record.industry, record.location].filter((part) => part !== null).join(" · "),
    notices: [...doubtNotice(outcome), ...paidNotice(outcome)],
    sections: [...section("", companyRows(record, sources)), ...section("Technology", technologies)],
    ...age(outcome)
  }
}
