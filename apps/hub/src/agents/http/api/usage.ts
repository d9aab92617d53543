/**
 * Daily usage and the limits that providers report: `/api/usage`. Limited to the caller's own runs, unless the caller
 * manages the hub.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { HISTORY_HOURS } from "../../../storage/LimitHistory.ts"
import { failures, Moment } from "./shapes.ts"

export const MAX_DAYS = 90

const Hours = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isGreaterThan(0),
  Schema.isLessThanOrEqualTo(HISTORY_HOURS)
)

/** One value for each moment; `null` if unknown. */
const Known = Schema.Array(Schema.NullOr(Schema.Finite))

const Days = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isGreaterThan(0),
  Schema.isLessThanOrEqualTo(MAX_DAYS)
)

export class UsageGroup extends HttpApiGroup.make("usage").add(
  HttpApiEndpoint.get("get", "/api/usage", {
    query: { days: Schema.optionalKey(Days) },
    success: Schema.Struct({
      /** UTC days, oldest first. Every series has one value per day. */
      days: Schema.Array(Schema.String),
      accounts: Schema.Array(
        Schema.Struct({
          /** `plugin/name`. */
          account: Schema.String,
          runs: Schema.Array(Schema.Finite),
          failed: Schema.Array(Schema.Finite),
          credits: Schema.Array(Schema.Finite),
          /** Runs whose charge is unknown. */
          unknown: Schema.Array(Schema.Finite)
        })
      ),
      /** Rate limits and quotas, as last reported by providers, of accounts that the caller may use. */
      limits: Schema.Array(
        Schema.Struct({
          account: Schema.String,
          /** For display, in the plugin's words. */
          name: Schema.String,
          /** The resource that the client's budget counts by, with its window. */
          resource: Schema.String,
          window: Schema.String,
          limit: Schema.NullOr(Schema.Finite),
          remaining: Schema.Finite,
          resetsAt: Moment
        })
      )
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Read daily totals of runs and credits"),
  HttpApiEndpoint.get("limits", "/api/usage/limits", {
    query: { hours: Schema.optionalKey(Hours) },
    success: Schema.Struct({
      /** The starts of equal time spans, oldest first. Every series has one value per span. */
      times: Schema.Array(Moment),
      series: Schema.Array(
        Schema.Struct({
          account: Schema.String,
          name: Schema.String,
          resource: Schema.String,
          window: Schema.String,
          limit: Known,
          /** The lowest value in each span. */
          remaining: Known
        })
      )
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Read the providers' rate limits as they were last reported")
) {}
