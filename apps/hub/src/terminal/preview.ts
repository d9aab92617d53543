/** Formats a preview of a run for reading: what it would cost, and what is left of the caps. */
import type { ToolStep } from "@inlay/agent-plugin/ToolStep"
import { creditText } from "@inlay/core-http/credit-text"
import type { Preview } from "@inlay/core-http/Spend"

import { ago } from "./ago.ts"
import type { Screen } from "./Screen.ts"
import { indentLines } from "./wrap.ts"

const CAPS = { day: "day cap", run: "run cap", event: "event's cap" } as const

const costOf = ({ isFree, cached, estimate }: Preview, cost: ToolStep<never>["cost"], nowMillis: number): string => {
  if (cached !== undefined) {
    return `It costs nothing: the answer is saved, fetched ${ago(Date.parse(cached.fetchedAt), nowMillis)}.`
  }
  if (cost?.unit === "quota") return `It uses ${cost.note}.`
  if (isFree) return "It costs nothing."
  return estimate === null ? "Its price is not known." : `It costs up to ${creditText(estimate)}.`
}

export const preview = (
  { style, columns }: Screen,
  ahead: Preview,
  cost: ToolStep<never>["cost"],
  nowMillis: number
): string => {
  const left = (["day", "run", "event"] as const).flatMap((cap) => {
    const [credits, limit] = [ahead.left[cap], ahead.caps[cap]]
    return credits === undefined || limit === undefined
      ? []
      : [style.dim(`${credits} of the ${CAPS[cap]} of ${creditText(limit)} are left.`)]
  })
  return [style.bold(indentLines(costOf(ahead, cost, nowMillis), columns, 0)), ...left].join("\n")
}
