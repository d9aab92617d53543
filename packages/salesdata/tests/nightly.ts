/**
 * A nightly job that runs in its own process: looks up the people in standard input with a persistent store, and prints
 * what it paid.
 */
import { text } from "node:stream/consumers"

import { createSalesData } from "../src/promise.ts"

const { baseUrl, apiKey, store, people } = JSON.parse(await text(process.stdin))
const salesdata = createSalesData({ baseUrl, apiKey, store, concurrency: 4 })
let credits = 0
let matches = 0
for await (const { answer, error } of salesdata.bulk.people(people)) {
  if (error !== undefined) throw error
  credits += Number(answer.credits.charged)
  matches += answer.match ? 1 : 0
}
process.stdout.write(JSON.stringify({ credits, matches }))
