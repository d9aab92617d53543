/** What a list may cost: every lookup that its rows name, once, with the most that it may cost now. Nothing is sent. */
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import type { Kind } from "./columns.ts"
import type { List } from "./list.ts"

export const STEPS: Readonly<Record<Kind, string>> = {
  person: "salesdata_people_enrichment",
  company: "salesdata_company_enrichment"
}

/** One lookup, however many rows name it. */
export interface Lookup {
  readonly key: string
  readonly input: Readonly<Record<string, string>>
  /** The most credits that it may cost; 0 where its answer is there already. */
  readonly price: number
  readonly isKnown: boolean
}

export interface Estimate {
  readonly lookups: ReadonlyArray<Lookup>
  /** The most credits of them all. */
  readonly credits: number
  /** Rows that name nobody. */
  readonly skipped: number
  /** Whether the account has a cap of its own. */
  readonly isCapped: boolean
  /** What the account's caps leave, where it has any. */
  readonly left: number | undefined
}

export const keyOf = (input: Readonly<Record<string, string>>): string => JSON.stringify(input)

/** Previews at once; they read the ledger and the cache. */
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
        return { key, input, isKnown, price: isKnown ? 0 : (preview.estimate ?? 0) }
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
