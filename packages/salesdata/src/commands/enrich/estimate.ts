/** Estimates the cost of a list: each distinct lookup once, with the most that it may cost now. Sends nothing. */
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import type { Kind } from "./column-names.ts"
import type { List } from "./list.ts"

export const STEPS: Readonly<Record<Kind, string>> = {
  person: "salesdata_people_enrichment",
  company: "salesdata_company_enrichment"
}

/** One lookup, however many rows ask for it. */
export interface Lookup {
  readonly key: string
  readonly input: Readonly<Record<string, string>>
  /** The most credits that it may cost; 0 if the answer is cached or not bought again. */
  readonly price: number
  /** What is agreed to when it runs; `undefined` if the account has no price. */
  readonly maxCredits: number | undefined
  readonly isKnown: boolean
  /** Whether it was bought before and the answer was about somebody else. A list does not buy it again. */
  readonly isAnothers: boolean
}

export interface Estimate {
  readonly lookups: ReadonlyArray<Lookup>
  /** The most credits for all of them together. */
  readonly credits: number
  /** Number of rows without a usable identifier. */
  readonly skipped: number
  /** Whether the account has a cap. */
  readonly isCapped: boolean
  /** What is left of the caps, if there are any. */
  readonly left: number | undefined
}

export const keyOf = (input: Readonly<Record<string, string>>): string => JSON.stringify(input)

/** Concurrent previews. They read the ledger and the cache. */
const AT_ONCE = 16

const leftOf = (left: Preview["left"]): number | undefined => {
  const all = [left.day, left.run, left.principal, left.event].filter((credits) => credits !== undefined)
  return all.length === 0 ? undefined : Math.min(...all)
}

export const estimateOf = Effect.fnUntraced(function* ({ kind, rows }: List, account: string | undefined) {
  const runner = yield* Runner
  const inputs = new Map(rows.flatMap(({ lookup }) => (lookup === undefined ? [] : [[keyOf(lookup), lookup] as const])))
  let caps: Preview["caps"] = {}
  let left: Preview["left"] = {}
  const lookups = yield* Effect.forEach(
    inputs,
    ([key, input]) =>
      Effect.map(runner.preview(STEPS[kind], input, account), (preview): Lookup => {
        caps = preview.caps
        left = preview.left
        const isKnown = preview.cached !== undefined
        const isAnothers = preview.uncachedPurchase?.why === "contradicted"
        const estimate = preview.estimate ?? undefined
        const price = isKnown || isAnothers ? 0 : (estimate ?? 0)
        return { key, input, isKnown, isAnothers, price, maxCredits: isKnown ? 0 : estimate }
      }),
    { concurrency: AT_ONCE }
  )
  const estimate: Estimate = {
    lookups,
    credits: lookups.reduce((sum, { price }) => sum + price, 0),
    skipped: rows.filter(({ lookup }) => lookup === undefined).length,
    isCapped: Object.keys(caps).length > 0,
    left: leftOf(left)
  }
  return estimate
})
