/** Reads the quota status in a response: usage and remaining amounts. */
import type { Usage } from "@inlay/core-http/Budget"
import type { RawAnswer } from "@inlay/core-http/Client"
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { exhaustedQuota } from "./exhausted.ts"

const TOKEN_WINDOWS = ["tokensPerDay", "tokensPerHour", "tokensPerProjectPerHour"] as const

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** The service omits zeros. */
const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0

/** The quota statuses in a response: of a report, or of each report in a batch. */
const quotasOf = (body: unknown): ReadonlyArray<JsonObject> => {
  const { propertyQuota, reports, pivotReports } = fieldsOf(body)
  const batch: ReadonlyArray<unknown> = [reports, pivotReports].find(Array.isArray) ?? []
  return [propertyQuota, ...batch.map((report) => fieldsOf(report)["propertyQuota"])].filter(isJsonObject)
}

/** The tokens that a request used, or undefined if the response does not contain them. */
export const tokensOf = (body: unknown): number | undefined => {
  const quotas = quotasOf(body)
  if (quotas.length === 0) return undefined
  return quotas.reduce((sum, quota) => sum + countOf(fieldsOf(quota["tokensPerHour"])["consumed"]), 0)
}

const leastLeft = (quotas: ReadonlyArray<JsonObject>, name: string): number | undefined => {
  const counts = quotas.flatMap((quota) => (name in quota ? [countOf(fieldsOf(quota[name])["remaining"])] : []))
  return counts.length === 0 ? undefined : Math.min(...counts)
}

/** The remaining requests of a kind in the current hour, according to a response. */
export const requestsLeft = (
  body: unknown,
  name: "serverErrorsPerProjectPerHour" | "potentiallyThresholdedRequestsPerHour"
): number | undefined => leastLeft(quotasOf(body), name)

/** The usage for the budget. A response that a quota is exhausted empties the window that it names. */
export const usage = (answer: RawAnswer): Usage | undefined => {
  const used = exhaustedQuota(answer)
  if (used !== undefined) {
    return { units: 0, ...(used.window !== undefined && { remaining: { [used.window]: 0 } }) }
  }
  const quotas = quotasOf(answer.body)
  const units = tokensOf(answer.body)
  if (units === undefined) return undefined
  const remaining = TOKEN_WINDOWS.flatMap((name) => {
    const left = leastLeft(quotas, name)
    return left === undefined ? [] : [[name, left] as const]
  })
  return { units, remaining: Object.fromEntries(remaining) }
}
