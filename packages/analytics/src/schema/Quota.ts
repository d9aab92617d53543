/** What a property may still be asked, as reports say it. https://developers.google.com/analytics/devguides/reporting/data/v1/quotas */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"

/** Tokens or requests of one limit: what this report took, and what is left. */
export const QuotaStatus = Schema.Struct({ consumed: maybe(Schema.Int), remaining: maybe(Schema.Int) })
export type QuotaStatus = typeof QuotaStatus.Type

/** All limits of a property and category (core or realtime). */
export const Quota = Schema.Struct({
  tokensPerDay: maybe(QuotaStatus),
  tokensPerHour: maybe(QuotaStatus),
  tokensPerProjectPerHour: maybe(QuotaStatus),
  concurrentRequests: maybe(QuotaStatus),
  serverErrorsPerProjectPerHour: maybe(QuotaStatus),
  potentiallyThresholdedRequestsPerHour: maybe(QuotaStatus)
})
export type Quota = typeof Quota.Type
