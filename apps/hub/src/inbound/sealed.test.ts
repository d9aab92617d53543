import { randomBytes } from "node:crypto"

import { expect, it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { AccountRows } from "../storage/AccountRows.ts"
import { Sealed, layer } from "./sealed.ts"

it.effect("seals and opens once the database is back that was away the first time", () => {
  let isAway = true
  const rows = Layer.mock(AccountRows, {
    directory: Effect.suspend(() =>
      isAway
        ? Effect.fail(new StorageError({ operation: "accounts.read", cause: new Error("away") }))
        : Effect.succeed({ name: "directory", isBound: true })
    )
  })
  const env = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }
  return Effect.gen(function* () {
    const sealed = yield* Sealed
    const sealing = sealed.seal(["hook", "id"], Redacted.make("a secret"))
    expect((yield* Effect.flip(sealing))._tag).toBe("StorageError")
    isAway = false
    const opened = yield* sealed.open(["hook", "id"], yield* sealing)
    expect(opened && Redacted.value(opened)).toBe("a secret")
  }).pipe(Effect.provide(Layer.provide(layer({ directory: "/nowhere", env }), rows)))
})
