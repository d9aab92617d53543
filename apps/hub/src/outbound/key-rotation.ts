/**
 * Seals every account with a new key. The new key is on the disk before anything is sealed with it, and the old ones go when
 * nothing needs them any more: killed at any point, all accounts open.
 */
import * as Effect from "effect/Effect"

import type { AccountRows } from "../storage/Accounts.ts"
import * as Seals from "./account-seals.ts"
import * as Opening from "./opening.ts"
import * as SecretKey from "./secret-key.ts"
import { fieldsOf } from "./stored-account.ts"
import { keyless } from "./vault-problems.ts"

export interface Rotated {
  readonly source: SecretKey.Keys["source"]
  readonly accounts: number
}

const noKey = SecretKey.refused("There is no key yet.", "`inlay connect` makes one with the first account.")

export const make = (surroundings: SecretKey.Surroundings, rows: AccountRows["Service"]) => {
  const { directory } = surroundings
  const opening = Opening.make(surroundings, rows)

  const reseal = Effect.gen(function* () {
    const found = yield* rows.all
    const before = yield* opening.keys
    if (before === undefined) return yield* found.length > 0 ? keyless(found, surroundings) : noKey
    const accounts = yield* opening.rows(found)
    if (before.source === "file") {
      yield* Opening.attempt(() => SecretKey.replaceFile(directory, SecretKey.withNew(before)))
    }
    const { source, keys } = yield* opening.keysFor(found)
    const { name } = yield* rows.directory
    for (const [index, row] of found.entries()) {
      const account = accounts[index]
      if (account !== undefined) yield* rows.put(Seals.seal(keys[0], name, row, fieldsOf(account)))
    }
    const rotated: Rotated = { source, accounts: found.length }
    return rotated
  })

  const forgetUnused = Effect.gen(function* () {
    const used = new Set((yield* rows.all).flatMap((row) => [row.keyId, ...row.secrets.map(({ keyId }) => keyId)]))
    const known = yield* opening.keys
    if (known === undefined) return
    const kept = known.texts.filter((_, index) => index === 0 || used.has(known.keys[index]?.id ?? ""))
    if (kept.length < known.texts.length) yield* Opening.attempt(() => SecretKey.replaceFile(directory, kept))
  })

  return Effect.gen(function* () {
    const rotated = yield* rows.exclusively(reseal)
    if (rotated.source === "file") yield* rows.exclusively(forgetUnused)
    yield* rows.scrub
    return rotated
  })
}
