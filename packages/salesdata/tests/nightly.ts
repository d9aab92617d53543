/** A nightly job in a process of its own: looks up people of standard input, with a store that outlives it; prints what it paid. */
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
