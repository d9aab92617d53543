/** Describes the outcome of reading a delivery. */
import type { Delivery } from "@inlay/agent-plugin/Webhooks"
import * as Result from "effect/Result"

export const outcomeOf = (result: Result.Result<Delivery | "ping", unknown>): string => {
  if (Result.isFailure(result)) return "refused"
  return result.success === "ping" ? "ping" : "delivery"
}
