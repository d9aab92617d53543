import { assert, it } from "@effect/vitest"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { api } from "./api.ts"
import { exchange } from "./exchange.ts"

it.effect("a request that is not answered in time may have arrived, at the address of its id", () =>
  Effect.gen(function* () {
    const addresses: Array<string> = []
    const silent = Transport.of({
      send: ({ url }) =>
        Effect.andThen(
          Effect.sync(() => addresses.push(url.href)),
          Effect.never
        )
    })
    const asking = exchange("http://127.0.0.1:4670", api.run, { id: "a/../b?c", limit: Duration.seconds(60) })
    const fiber = yield* Effect.forkChild(Effect.provideService(asking, Transport, silent))
    yield* TestClock.adjust("60 seconds")
    assert.deepStrictEqual(yield* Fiber.join(fiber), { is: "silence", sent: true })
    assert.deepStrictEqual(addresses, ["http://127.0.0.1:4670/api/tools/a%2F..%2Fb%3Fc/runs"])
  })
)
