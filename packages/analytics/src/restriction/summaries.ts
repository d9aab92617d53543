/** Reduces the list of accounts to the properties that the account is limited to. */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { Answer } from "@inlay/core-http/Spend"

import { idOf } from "../schema/names.ts"
import type { Properties } from "./guard.ts"

const isInside = (properties: Properties, summary: unknown): boolean =>
  isJsonObject(summary) && typeof summary["property"] === "string" && properties.has(idOf(summary["property"]))

/**
 * Returns the response unchanged unless it lists accounts. In that case, removes properties that the account is not
 * limited to, and accounts without remaining properties.
 */
export const withoutOthers = (properties: Properties, answer: Answer): Answer => {
  const { body } = answer
  if (properties.size === 0 || !isJsonObject(body)) return answer
  const { accountSummaries } = body
  if (!Array.isArray(accountSummaries)) return answer
  const allowedAccounts = accountSummaries.flatMap((account: unknown) => {
    if (!isJsonObject(account) || !Array.isArray(account["propertySummaries"])) return []
    const propertySummaries = account["propertySummaries"].filter((one) => isInside(properties, one))
    return propertySummaries.length === 0 ? [] : [{ ...account, propertySummaries }]
  })
  return { ...answer, body: { ...body, accountSummaries: allowedAccounts } }
}
