import { createSalesData } from "@inlay/salesdata/promise"

const { BASE_URL = "", API_KEY = "", STORE = "", PEOPLE = "[]" } = process.env
const salesdata = createSalesData({ baseUrl: BASE_URL, apiKey: API_KEY, store: STORE })
let matches = 0
let credits = 0
for await (const { answer, error } of salesdata.bulk.people(JSON.parse(PEOPLE))) {
  if (error !== undefined) throw error
  matches += Number(answer.match)
  credits += Number(answer.credits.charged)
}
process.stdout.write(JSON.stringify({ matches, credits }))
