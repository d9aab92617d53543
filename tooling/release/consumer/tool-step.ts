/** Runs one tool step through the Runner, as every app does, with an account from environment variables. */
import assert from "node:assert/strict"

import { Accounts, Audit, Environment, Runner } from "@inlay/agent-plugin"
import { Spend } from "@inlay/core-http"
import * as Node from "@inlay/core-http/node"
import { plugin } from "@inlay/salesdata"
import { peopleEnrichment } from "@inlay/salesdata/tool-steps/people-enrichment"
import { Effect, Layer } from "effect"

import { person } from "./account.ts"

const account = Environment.fromEnvironment(plugin, process.env)
assert.ok(account)
const accounts = Accounts.Accounts.layer(() => [account])
const runner = Layer.provide(
  Runner.Runner.layer([plugin]),
  Layer.mergeAll(accounts, Audit.Audit.layerNone, Node.layer, Spend.layerMemory("run"))
)

const program = Effect.gen(function* () {
  const { run } = yield* Runner.Runner
  const output = yield* run(peopleEnrichment.id, person)
  assert.partialDeepStrictEqual(output, { match: true, fromCache: false })
  const badInput = yield* Effect.flip(run(peopleEnrichment.id, { email: 1 }))
  assert.equal(badInput.reason._tag, "Invalid")
})

await Effect.runPromise(Effect.provide(program, runner))
