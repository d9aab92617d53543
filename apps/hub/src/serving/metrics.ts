/** The server's own metrics for Prometheus: requests by area, method and status, and their durations. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as LogLevel from "effect/LogLevel"
import * as Metric from "effect/Metric"
import * as References from "effect/References"

import { pathOf } from "./request-url.ts"

const requests = Metric.counter("inlay_http_requests_total", {
  description: "Requests answered, by area, method and status",
  incremental: true
})
const seconds = Metric.histogram("inlay_http_request_seconds", {
  description: "Response time, by area",
  boundaries: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30]
})
const underWay = Metric.gauge("inlay_http_requests_under_way", { description: "Requests in progress" })

const AREAS = ["api", "mcp", "webhooks", "oauth", "healthz", "metrics", ".well-known"]
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

/**
 * The first segment of a path, if it is a known area. Arbitrary paths must not create an unbounded number of metrics.
 */
const areaOf = (url: string): string => {
  const area = url.split(/[/?#]/, 2)[1] ?? ""
  return AREAS.includes(area) ? area : "console"
}

const methodOf = (method: string | undefined): string =>
  method !== undefined && METHODS.includes(method) ? method : "other"

const logged = (method: string | undefined, path: string, status: number, millis: number) =>
  Effect.logDebug(`${method} ${path} ${status} ${millis.toFixed(1)} ms`)

/** Counts and logs responses of an area that are sent outside the app. */
export const counter = (area: string) =>
  Effect.map(Effect.context(), (context) => {
    const log = Effect.runForkWith(context)
    // No fiber for each response if nobody reads its line.
    const isLogged = LogLevel.isLessThanOrEqualTo(Context.get(context, References.MinimumLogLevel), "Debug")
    const times = Metric.withAttributes(seconds, { area })
    const kinds = new Map<string, ReturnType<typeof kindOf>>()
    const kindOf = (method: string, status: number) =>
      Metric.withAttributes(requests, { area, method, status: String(status) })
    return (method: string | undefined, status: number, millis: number, path = `/${area}`): void => {
      const name = methodOf(method)
      const answers = kinds.get(`${name} ${status}`) ?? kindOf(name, status)
      kinds.set(`${name} ${status}`, answers)
      answers.updateUnsafe(1, context)
      times.updateUnsafe(millis / 1000, context)
      if (isLogged) log(logged(method, path, status, millis))
    }
  })

let count = 0

/** Wraps an app so that its responses are counted and logged. */
export const measured = <E, R>(app: Effect.Effect<HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest
    const start = yield* Clock.monotonicTimeNanos
    count += 1
    yield* Metric.update(underWay, count)
    const response = yield* app.pipe(
      Effect.ensuring(
        Effect.suspend(() => {
          count -= 1
          return Metric.update(underWay, count)
        })
      )
    )
    const millis = Number((yield* Clock.monotonicTimeNanos) - start) / 1e6
    const area = areaOf(url)
    yield* Metric.update(
      Metric.withAttributes(requests, { area, method: methodOf(method), status: String(response.status) }),
      1
    )
    yield* Metric.update(Metric.withAttributes(seconds, { area }), millis / 1000)
    // Without the query, which may contain the callback parameters of a sign-in.
    yield* logged(method, pathOf(url), response.status, millis)
    return response
  })
