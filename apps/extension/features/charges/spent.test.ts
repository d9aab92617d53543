import { it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert } from "vitest"

import { accountClosed, malformed } from "../../messaging/own-failures.ts"
import { Steps } from "../../providers/Steps.ts"
import { noHub } from "../../tests/no-hub.ts"
import { Vault } from "../../vault/accounts.ts"
import { make } from "./spent.ts"

it.effect("an account whose unknown charges cannot be read is not one without any, unless it cannot be opened", () =>
  Effect.gen(function* () {
    const vault = Layer.mock(Vault, {
      list: Effect.succeed([{ plugin: "salesdata", name: "default", readable: undefined }])
    })
    const waiting = (spent: ReturnType<Steps["Service"]["spent"]>) =>
      Effect.flatMap(make, (reader) => reader.waiting).pipe(
        Effect.provide(
          Layer.mergeAll(noHub, vault, Layer.mock(Steps, { plugins: [], traceOf: () => undefined, spent: () => spent }))
        )
      )
    const broken = new StorageError({ operation: "test", cause: new Error("broken") })
    for (const error of [broken, malformed]) {
      assert.strictEqual(yield* Effect.flip(waiting(Effect.fail(error))), error)
    }
    const closed = waiting(Effect.fail(accountClosed("default", { kind: "keyLost" })))
    assert.deepStrictEqual(yield* closed, { count: 0, what: "unknownCharges" })
  })
)
