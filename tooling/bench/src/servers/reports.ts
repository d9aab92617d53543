/** Answers every report with as many rows as its limit: four dimensions and four metrics, 212 bytes a row. */
import { createServer } from "node:http"

import { listening } from "./start.ts"

const COUNTRIES = ["Australia", "New Zealand", "United States", "Japan", "Germany", "(not set)"]
const EVENTS = ["page_view", "session_start", "scroll", "purchase", "user_engagement"]
const DIMENSIONS = ["date", "country", "pagePath", "eventName"]
const METRICS = [
  ["sessions", "TYPE_INTEGER"],
  ["activeUsers", "TYPE_INTEGER"],
  ["totalRevenue", "TYPE_CURRENCY"],
  ["keyEvents", "TYPE_FLOAT"]
]
const window = (remaining: number) => ({ consumed: 0, remaining })

/** The same numbers in every run. */
let state = 1
const next = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
  return (state >> 8) % below
}

const row = () => ({
  dimensionValues: [
    String(20_260_101 + next(28)),
    COUNTRIES[next(COUNTRIES.length)],
    `/articles/${next(5_000)}/reading`,
    EVENTS[next(EVENTS.length)]
  ].map((value) => ({ value })),
  metricValues: [
    String(next(100_000)),
    String(next(5_000)),
    (next(1_000_000) / 97).toFixed(next(2) === 0 ? 2 : 6),
    String(next(100))
  ].map((value) => ({ value }))
})

const answers = new Map<number, Buffer>()
const answerOf = (rowCount: number): Buffer => {
  const existing = answers.get(rowCount)
  if (existing !== undefined) return existing
  const answer = Buffer.from(
    JSON.stringify({
      dimensionHeaders: DIMENSIONS.map((name) => ({ name })),
      metricHeaders: METRICS.map(([name, type]) => ({ name, type })),
      rows: Array.from({ length: rowCount }, row),
      rowCount,
      metadata: { currencyCode: "AUD", timeZone: "Australia/Sydney" },
      propertyQuota: {
        tokensPerDay: window(200_000),
        tokensPerHour: window(40_000),
        concurrentRequests: window(10),
        serverErrorsPerProjectPerHour: window(10),
        potentiallyThresholdedRequestsPerHour: window(120),
        tokensPerProjectPerHour: window(14_000)
      },
      kind: "analyticsData#runReport"
    })
  )
  answers.set(rowCount, answer)
  return answer
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let body = ""
  request.setEncoding("utf8").on("data", (text: string) => (body += text))
  request.on("end", () => {
    const { limit } = JSON.parse(body) as { readonly limit: string | number }
    const answer = answerOf(Number(limit))
    response
      .writeHead(200, { "content-type": "application/json; charset=UTF-8", "content-length": answer.length })
      .end(answer)
  })
})
listening(server)
