/**
 * Quota status of a property, as reports return it.
 * https://developers.google.com/analytics/devguides/reporting/data/v1/quotas
 */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"

/** Usage of this report and the remaining amount of one limit, in tokens or requests. */
export const QuotaStatus = Schema.Struct({ consumed: maybe(Schema.Int), remaining: maybe(Schema.Int) })
export type QuotaStatus = typeof QuotaStatus.Type

/** All limits of a property in one category (core or realtime). */
export const Quota = Schema.Struct({
  tokensPerDay: maybe(QuotaStatus),
  tokensPerHour: maybe(QuotaStatus),
  tokensPerProjectPerHour: maybe(QuotaStatus),
  concurrentRequests: maybe(QuotaStatus),
  serverErrorsPerProjectPerHour: maybe(QuotaStatus),
  potentiallyThresholdedRequestsPerHour: maybe(QuotaStatus)
})
export type Quota = typeof Quota.Type
