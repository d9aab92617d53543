/**
 * Daily usage and the limits that providers report: `/api/usage`. Limited to the caller's own runs, unless the caller
 * manages the hub.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { HISTORY_HOURS } from "../../../storage/LimitHistory.ts"
import { count, failures, Moment, text } from "./shapes.ts"

const MAX_DAYS = 90
export const DEFAULT_DAYS = 30
export const DEFAULT_HOURS = 24

const account = text("`plugin/name`")

const limit = {
  account,
  name: text("For display, in the plugin's words"),
  resource: text("What the provider counts, such as requests"),
  window: text("The time after which the count starts again")
}

/** One value for each moment; `null` if unknown. */
const Known = Schema.Array(Schema.NullOr(Schema.Finite))

export class UsageGroup extends HttpApiGroup.make("usage").add(
  HttpApiEndpoint.get("get", "/api/usage", {
    query: {
      days: Schema.optionalKey(count("How many UTC days, with today", { maximum: MAX_DAYS, default: DEFAULT_DAYS }))
    },
    success: Schema.Struct({
      days: Schema.Array(Schema.String).annotate({
        description: "UTC days, oldest first. Every series has one value per day"
      }),
      accounts: Schema.Array(
        Schema.Struct({
          account,
          runs: Schema.Array(Schema.Finite),
          failed: Schema.Array(Schema.Finite),
          credits: Schema.Array(Schema.Finite),
          unknown: Schema.Array(Schema.Finite).annotate({ description: "Runs whose charge is unknown" })
        })
      ),
      limits: Schema.Array(
        Schema.Struct({
          ...limit,
          limit: Schema.NullOr(Schema.Finite),
          remaining: Schema.Finite,
          resetsAt: Moment
        })
      ).annotate({
        description: "Rate limits and quotas, as last reported by providers, of accounts that the caller may use"
      })
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Read daily totals of runs and credits"),
  HttpApiEndpoint.get("limits", "/api/usage/limits", {
    query: {
      hours: Schema.optionalKey(count("How many hours, until now", { maximum: HISTORY_HOURS, default: DEFAULT_HOURS }))
    },
    success: Schema.Struct({
      times: Schema.Array(Moment).annotate({
        description: "The starts of equal time spans, oldest first. Every series has one value per span"
      }),
      series: Schema.Array(
        Schema.Struct({
          ...limit,
          limit: Known,
          remaining: Known.annotate({ description: "The lowest value in each span; `null` if unknown" })
        })
      )
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Read the providers' rate limits as they were last reported")
) {}
