/** What was used, as series by day, and what providers leave: `/api/usage`. Of the caller alone, unless it manages. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { HISTORY_HOURS } from "../../../storage/LimitHistory.ts"
import { failures, Moment } from "./shapes.ts"

export const MAX_DAYS = 90

const Hours = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isGreaterThan(0),
  Schema.isLessThanOrEqualTo(HISTORY_HOURS)
)

/** Of each moment; `null` where nothing was known. */
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
      /** UTC days, oldest first: what every series has a value for. */
      days: Schema.Array(Schema.String),
      accounts: Schema.Array(
        Schema.Struct({
          /** `plugin/name`. */
          account: Schema.String,
          runs: Schema.Array(Schema.Finite),
          failed: Schema.Array(Schema.Finite),
          credits: Schema.Array(Schema.Finite),
          /** Runs whose charge nobody knows. */
          unknown: Schema.Array(Schema.Finite)
        })
      ),
      /** Rate limits and quotas, as providers said last; for who may use the account. */
      limits: Schema.Array(
        Schema.Struct({
          account: Schema.String,
          /** For people, in the plugin's words. */
          name: Schema.String,
          /** What the client's budget counts by, with its window. */
          resource: Schema.String,
          window: Schema.String,
          limit: Schema.NullOr(Schema.Finite),
          remaining: Schema.Finite,
          resetsAt: Moment
        })
      )
    }),
    error: failures(503)
  }),
  HttpApiEndpoint.get("limits", "/api/usage/limits", {
    query: { hours: Schema.optionalKey(Hours) },
    success: Schema.Struct({
      /** The beginnings of equal spans, oldest first: what every series has a value for. */
      times: Schema.Array(Moment),
      series: Schema.Array(
        Schema.Struct({
          account: Schema.String,
          name: Schema.String,
          resource: Schema.String,
          window: Schema.String,
          limit: Known,
          /** At the least in each span. */
          remaining: Known
        })
      )
    }),
    error: failures(503)
  })
) {}
