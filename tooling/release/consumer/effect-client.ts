/** The Effect client over undici, with stores in memory. */
import assert from "node:assert/strict"

import { BaseAddress, Credential, Spend } from "@inlay/core-http"
import * as Node from "@inlay/core-http/node"
import { defaults, make } from "@inlay/salesdata/client"
import { Effect, Layer, Redacted, Result } from "effect"

import { apiKey, baseUrl, person } from "./account.ts"

const services = Layer.merge(Node.layer, Spend.layerMemory("run"))

const program = Effect.gen(function* () {
  const client = yield* make({
    ...defaults,
    baseAddress: Result.getOrThrow(BaseAddress.parse(baseUrl)),
    credential: Credential.bearer(Redacted.make(apiKey)),
    scope: "consumer",
    profileSites: [new URL(baseUrl).host]
  })
  const [one, other] = yield* Effect.all([client.people.enrich(person), client.people.enrich(person)], {
    concurrency: "unbounded"
  })
  assert.ok(one.record?.name)
  assert.deepEqual(one.record, other.record)
  const refusal = yield* Effect.flip(client.call({ operation: "leave", method: "GET", endpoint: "//evil.example/x" }))
  assert.equal(refusal.reason._tag, "Refused")
})

await Effect.runPromise(Effect.provide(program, services))
