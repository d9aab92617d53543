/** Reduces the list of accounts to the properties that the account is limited to. */
import type { Answer } from "@inlay/core-http/Spend"

import { idOf } from "../schema/names.ts"
import type { Properties } from "./guard.ts"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isInside = (properties: Properties, summary: unknown): boolean =>
  isFields(summary) && typeof summary["property"] === "string" && properties.has(idOf(summary["property"]))

/**
 * Returns the response unchanged unless it lists accounts. In that case, removes properties that the account is not
 * limited to, and accounts without remaining properties.
 */
export const withoutOthers = (properties: Properties, answer: Answer): Answer => {
  const { body } = answer
  if (properties.size === 0 || !isFields(body)) return answer
  const { accountSummaries } = body
  if (!Array.isArray(accountSummaries)) return answer
  const allowedAccounts = accountSummaries.flatMap((account: unknown) => {
    if (!isFields(account) || !Array.isArray(account["propertySummaries"])) return []
    const propertySummaries = account["propertySummaries"].filter((one) => isInside(properties, one))
    return propertySummaries.length === 0 ? [] : [{ ...account, propertySummaries }]
  })
  return { ...answer, body: { ...body, accountSummaries: allowedAccounts } }
}
