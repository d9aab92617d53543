/** The metrics of events for Prometheus: polls, deliveries to agents, and subscriptions that do not work. */
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"

const polls = Metric.counter("inlay_polls_total", { description: "Polls, by outcome", incremental: true })
const deliveries = Metric.counter("inlay_deliveries_total", {
  description: "Deliveries to agents that ended, by outcome",
  incremental: true
})
const pending = Metric.gauge("inlay_deliveries_pending", {
  description: "Deliveries to agents that are to be sent, or to be tried again"
})
const oldest = Metric.gauge("inlay_deliveries_oldest_pending_seconds", {
  description: "Age of the oldest of these deliveries; 0 if there is none"
})

/** The number of enabled subscriptions for which `inlay triggers --health` reports a problem. */
export const unhealthy = Metric.gauge("inlay_subscriptions_unhealthy", {
  description: "Enabled subscriptions with a problem that inlay triggers --health reports"
})

export const countPolls = (outcome: "ok" | "failed", count = 1) =>
  Metric.update(Metric.withAttributes(polls, { outcome }), count)

export const countDeliveries = (outcome: "delivered" | "given_up", count = 1) =>
  Metric.update(Metric.withAttributes(deliveries, { outcome }), count)

/** Adds 0 to each counter: without a 0 before it, Prometheus does not see the first failure as an increase. */
export const startAtZero = Effect.all([
  countPolls("ok", 0),
  countPolls("failed", 0),
  countDeliveries("delivered", 0),
  countDeliveries("given_up", 0)
])

/** Measures the backlog of deliveries. Called for each reading of the metrics, so that they are of that moment. */
export const measureBacklog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* storeOperation(
    "deliveries.backlog",
    sql<{ readonly count: number; readonly since: number | null }>`SELECT count(*) AS count,
      min(created_millis) AS since FROM deliveries WHERE state = 'pending'`
  )
  const now = yield* Clock.currentTimeMillis
  yield* Metric.update(pending, row?.count ?? 0)
  yield* Metric.update(oldest, Math.max(0, now - (row?.since ?? now)) / 1000)
})
