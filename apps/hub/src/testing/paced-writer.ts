/**
 * Writes repeatedly for an account whose request budget is shared by the programs of a data directory: `paced-writer.ts
 * DIRECTORY ORIGIN WRITES PAUSE`.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import { BudgetScope } from "@inlay/core-http/BudgetStore"
import * as Client from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import * as NodeTransport from "@inlay/core-http/node"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as BudgetStore from "../storage/BudgetStore.ts"
import * as DataDirectory from "../storage/DataDirectory.ts"
import * as BudgetFile from "../storage/sqlite/budget-file.ts"
import * as Storage from "../storage/Storage.ts"
import { databaseOfEnvironment } from "./places.ts"

const [directory = "", origin = "", writes = "", pause = ""] = process.argv.slice(2)

const budgets =
  process.env["INLAY_DATABASE"] === undefined
    ? BudgetFile.layer(DataDirectory.prepareLimits(directory))
    : BudgetStore.layer.pipe(Layer.provide(Storage.layer(directory)), Layer.provide(databaseOfEnvironment))

const program = Effect.gen(function* () {
  const client = yield* Client.make({
    provider: "paced",
    baseAddress: yield* Effect.fromResult(BaseAddress.parse(origin)),
    pathStyle: "leading-slash",
    credential: Credential.bearer(Redacted.make("key-of-a-test")),
    budget: Budget.make({ concurrency: 10, lanes: { write: { pauseMillis: Number(pause) } } }),
    requestPolicy: () => ({ lane: "write" }),
    failureOf: ({ status }) => (status < 400 ? undefined : { _tag: "Unavailable", status, what: "It failed." })
  })
  yield* Effect.forEach(
    Array.from({ length: Number(writes) }, (_, n) => n),
    (n) => client.call({ operation: "write", method: "POST", endpoint: `/${n}` }),
    { concurrency: "unbounded", discard: true }
  )
}).pipe(
  Effect.provideService(BudgetScope, "paced/main"),
  Effect.provide([NodeTransport.layer, budgets, Spend.layerMemory("run")])
)

await Effect.runPromise(program)
