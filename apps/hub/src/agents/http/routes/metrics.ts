/** `/metrics` for Prometheus: metrics of the server itself, with nothing about accounts. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

import { measureBacklog, startAtZero } from "../../../inbound/metrics.ts"

const measuring = startAtZero.pipe(
  Effect.andThen(measureBacklog),
  Effect.catch((error) => Effect.logWarning(`metrics: ${error.message}`))
)

export const layer = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(Effect.andThen(measuring, PrometheusMetrics.format()), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)
