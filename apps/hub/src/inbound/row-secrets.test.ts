import { randomBytes } from "node:crypto"

import { expect, it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { keyOf } from "../accounts/vault/cipher.ts"
import { AccountRows } from "../storage/AccountRows.ts"
import { RowSecrets, layer } from "./row-secrets.ts"

it.effect("seals and opens once the database is back that was away the first time", () => {
  let isAway = true
  const rows = Layer.mock(AccountRows, {
    directory: Effect.suspend(() =>
      isAway
        ? Effect.fail(new StorageError({ operation: "accounts.read", cause: new Error("away") }))
        : Effect.succeed({ name: "directory" })
    ),
    keyIds: Effect.succeed([])
  })
  const env = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }
  return Effect.gen(function* () {
    const rowSecrets = yield* RowSecrets
    const sealing = rowSecrets.seal(["hook", "id"], Redacted.make("a secret"))
    expect((yield* Effect.flip(sealing))._tag).toBe("StorageError")
    isAway = false
    const opened = yield* rowSecrets.open(["hook", "id"], yield* sealing)
    expect(opened && Redacted.value(opened)).toBe("a secret")
  }).pipe(Effect.provide(Layer.provide(layer({ directory: "/nowhere", env }), rows)))
})

it.effect("seals nothing once all accounts are sealed with a key that it does not have, as after a rotation", () => {
  const own = randomBytes(32)
  let keyIds: ReadonlyArray<string> = [keyOf(own).id]
  const rows = Layer.mock(AccountRows, {
    directory: Effect.succeed({ name: "directory" }),
    keyIds: Effect.sync(() => keyIds)
  })
  return Effect.gen(function* () {
    const { seal } = yield* RowSecrets
    const sealing = seal(["subscription", "id"], Redacted.make("a secret"))
    yield* sealing
    keyIds = [keyOf(randomBytes(32)).id]
    const error = yield* Effect.flip(sealing)
    expect(error.message).toMatch(/encrypted with a different key than INLAY_SECRET_KEY holds/)
    // One account whose key is lost keeps nobody from using the others.
    keyIds = [...keyIds, keyOf(own).id]
    yield* sealing
  }).pipe(
    Effect.provide(
      Layer.provide(layer({ directory: "/nowhere", env: { INLAY_SECRET_KEY: own.toString("base64") } }), rows)
    )
  )
})
