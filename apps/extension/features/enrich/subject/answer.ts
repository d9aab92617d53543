/**
 * Reads a step's output, from the provider or from the hub, and checks that it is an answer that can be shown: a card
 * of texts within limits and a valid charge. The hub is another program, which may be malicious. Pure.
 */
import type { Card, CardChart, CardIcon, CardNotice, CardRow, CardSection } from "@inlay/agent-plugin/Card"
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import { companyCard, personCard } from "@inlay/salesdata/card"
import { isOn } from "@inlay/salesdata/detect"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Enrichment } from "@inlay/salesdata/schema/Enrichment"
import type { Person } from "@inlay/salesdata/schema/Person"

import {
  hasFields,
  isBoolean,
  isList,
  isNumberIn,
  isObject,
  isOneOf,
  isOptional,
  isText,
  isTextOf,
  type Is
} from "../../../messaging/shape.ts"
import type { SalesRecord } from "../requests.ts"
import { isAnotherCompany, isAnotherPerson, isAnotherSite } from "./other-subject.ts"
import type { Target } from "./target.ts"

export interface Answer {
  readonly outcome: Enrichment<unknown>
  /** `undefined` if there was no match. The same holds for `record`. */
  readonly card: Card | undefined
  readonly record: SalesRecord | undefined
  /** The record contradicts the request: it is about somebody else and must not be shown under the requested name. */
  readonly isAnothers: boolean
}

const isLine = isTextOf(10_000)
const isTone = isOneOf(["neutral", "good", "warning", "danger"])

const ICONS: ReadonlyArray<CardIcon> = ["email", "phone", "role", "site", "number", "company", "people", "place"]

const isRow = hasFields<CardRow>({
  label: isLine,
  value: isLine,
  kind: isOneOf(["text", "email", "phone", "url", "number"]),
  icon: isOptional(isOneOf(ICONS)),
  detail: isOptional(isLine),
  mark: isOptional(hasFields<NonNullable<CardRow["mark"]>>({ text: isLine, tone: isTone })),
  source: isLine
})

const isCard = hasFields<Omit<Card, "chart">>({
  title: isLine,
  subtitle: isLine,
  notices: isList(hasFields<CardNotice>({ tone: isTone, text: isLine }), 50),
  sections: isList(hasFields<CardSection>({ title: isLine, rows: isList(isRow, 500) }), 50),
  fetchedAt: isTextOf(40),
  checkedOn: isOptional(isTextOf(40)),
  fromCache: isBoolean
})

/** Lookups of a page's subject never return a chart. */
const hasChart = (card: { readonly chart?: CardChart }): boolean => card.chart !== undefined

export const isCharge: Is<number | "unknown"> = (value): value is number | "unknown" =>
  value === "unknown" || isNumberIn(0, MAX_CREDITS)(value)

/**
 * Checks only the outer fields: the plugin reads every record again, even a saved one, and the step determines whether
 * it is a person's or a company's.
 */
const isEnrichment = (output: unknown): output is Enrichment<unknown> =>
  isObject(output) &&
  isBoolean(output["match"]) &&
  (output["record"] === null || isObject(output["record"])) &&
  isObject(output["credits"]) &&
  isText(output["fetchedAt"]) &&
  isBoolean(output["fromCache"])

/**
 * The sites by which a record is compared with a profile: all, on which another slug is another person's, and the
 * profile's own network alone, because the same slug on another network may be anybody's.
 */
const comparisons = (profile: string, sites: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  sites,
  sites.filter((site) => isOn(new URL(profile).host, site))
]

const isAnothers = (
  { subject: { name }, wanted }: Target,
  record: SalesRecord,
  { matchedOn }: Enrichment<unknown>
): boolean => {
  switch (wanted.of) {
    case "profile":
      return comparisons(wanted.profile, wanted.sites).some((some) =>
        record.of === "person"
          ? isAnotherPerson(name, record.fields, some)
          : isAnotherCompany(name, record.fields, some)
      )
    case "site":
      return record.of === "company" && isAnotherSite(name, record.fields)
    case "employer":
      // `matchedOn` lists the identifiers that the record confirms. If there is none, the record is another company's.
      return matchedOn.length === 0
    case "saved":
      return false
  }
}

const read = (target: Target, output: unknown): Answer | undefined => {
  if (!isEnrichment(output)) return undefined
  const { of, subject } = target
  try {
    const record = output.record === null ? undefined : ({ of, fields: output.record } as SalesRecord)
    return {
      outcome: output,
      card:
        of === "person"
          ? personCard(output as Enrichment<Person>, subject.name)
          : companyCard(output as Enrichment<Company>),
      record,
      isAnothers: record !== undefined && isAnothers(target, record, output)
    }
  } catch {
    // The record's values have unexpected types.
    return undefined
  }
}

/** Returns `undefined` for an output that no step returns. */
export const answerOf = (target: Target, output: unknown): Answer | undefined => {
  const answer = read(target, output)
  if (answer === undefined || !isCharge(answer.outcome.credits.charged)) return undefined
  if (Number.isNaN(Date.parse(answer.outcome.fetchedAt))) return undefined
  const { card } = answer
  if (card === undefined) return answer.outcome.match ? undefined : answer
  return answer.outcome.match && isCard(card) && !hasChart(card) ? answer : undefined
}
