/**
 * A test process that buys as fast as it can under a cap: `node spender.ts DIRECTORY ATTEMPTS CAP`, on `INLAY_DATABASE`
 * if it is set.
 */
import { Ledger } from "@inlay/core-http/Ledger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as Storage from "../../storage/Storage.ts"
import { databaseOfEnvironment } from "../places.ts"

const [directory = "", attempts = "0", cap = "0"] = process.argv.slice(2)

const attempt = (n: number) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const reservation = yield* ledger.reserve({
      scope: "account",
      purse: "",
      operation: "find",
      keys: [`shared:${n}`],
      estimate: 2,
      run: `process-${process.pid}`,
      nowMillis: yield* Clock.currentTimeMillis,
      leaseMillis: 60_000,
      caps: { day: Number(cap) },
      decision: "block"
    })
    // Left open, so that the other process finds the same lookup under way.
    return reservation._tag
  })

const tags = Effect.forEach(
  Array.from({ length: Number(attempts) }, (_, n) => n),
  attempt
)

void Effect.runPromise(Effect.provide(tags, Layer.provide(Storage.layer(directory), databaseOfEnvironment))).then(
  (all) => process.stdout.write(JSON.stringify(all))
)
