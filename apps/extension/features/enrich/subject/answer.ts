/**
 * Checks that a step's output, from the provider or from the hub, is an answer that can be shown: a card of texts
 * within limits and a valid charge. The hub is another program, which may be malicious. Pure.
 */
import type { Card, CardChart, CardIcon, CardNotice, CardRow, CardSection } from "@inlay/agent-plugin/Card"
import { MAX_CREDITS } from "@inlay/core-http/Credits"

import {
  hasFields,
  isBoolean,
  isList,
  isNumberIn,
  isOneOf,
  isOptional,
  isTextOf,
  type Is
} from "../../../messaging/shape.ts"
import type { Answer, Target } from "./target.ts"

const isLine = isTextOf(10_000)
const isTone = isOneOf(["neutral", "good", "warning", "danger"])

const ICONS: ReadonlyArray<CardIcon> = ["email", "phone", "role", "site", "number", "company", "people", "place"]

const isRow = hasFields<CardRow>({
  label: isLine,
  value: isLine,
  kind: isOneOf(["text", "email", "phone", "url", "number"]),
  icon: isOptional(isOneOf(ICONS)) as never,
  detail: isOptional(isLine) as never,
  mark: isOptional(hasFields<NonNullable<CardRow["mark"]>>({ text: isLine, tone: isTone })) as never,
  source: isLine
})

const isCard = hasFields<Omit<Card, "chart">>({
  title: isLine,
  subtitle: isLine,
  notices: isList(hasFields<CardNotice>({ tone: isTone, text: isLine }), 50),
  sections: isList(hasFields<CardSection>({ title: isLine, rows: isList(isRow, 500) }), 50),
  fetchedAt: isTextOf(40),
  checkedOn: isOptional(isTextOf(40)) as never,
  fromCache: isBoolean
})

/** Lookups of a page's subject never return a chart. */
const hasChart = (card: { readonly chart?: CardChart }): boolean => card.chart !== undefined

export const isCharge: Is<number | "unknown"> = (value): value is number | "unknown" =>
  value === "unknown" || isNumberIn(0, MAX_CREDITS)(value)

const read = ({ read: readOutput }: Target, output: unknown): Answer | undefined => {
  try {
    return readOutput(output)
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
