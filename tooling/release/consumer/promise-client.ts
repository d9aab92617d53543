/** The client for programs without Effect: a lookup is paid once, no match is a value, a wrong key is an error. */
import assert from "node:assert/strict"

import { createSalesData, ProviderError } from "@inlay/salesdata/promise"

import { apiKey, baseUrl, person } from "./account.ts"

const salesdata = createSalesData({ baseUrl, apiKey, caps: { run: 10 } })

const answer = await salesdata.people.enrich(person)
assert.equal(answer.match, true)
assert.equal(answer.fromCache, false)
assert.ok(answer.record?.name)
const again = await salesdata.people.enrich(person)
assert.deepEqual([again.fromCache, again.credits.charged], [true, 0])
assert.equal((await salesdata.people.enrich({ email: "nobody@nowhere.example" })).match, false)

const stranger = createSalesData({ baseUrl, apiKey: "a-wrong-key" })
await assert.rejects(
  stranger.people.enrich(person),
  (error) => error instanceof ProviderError && error.reason._tag === "Unauthorized"
)
