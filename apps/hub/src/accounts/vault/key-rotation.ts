/**
 * Seals every account with a new key. The new key is on the disk before anything is sealed with it, and the old ones go when
 * nothing needs them any more: killed at any point, all accounts open.
 */
import * as Effect from "effect/Effect"

import type { AccountRows } from "../../storage/AccountRows.ts"
import { fieldsOf } from "../stored-account.ts"
import * as Seals from "./account-seals.ts"
import * as Opening from "./opening.ts"
import { keyless } from "./problems.ts"
import * as SecretKey from "./secret-key.ts"

export interface Rotated {
  readonly source: SecretKey.Keys["source"]
  readonly accounts: number
}

const noKey = SecretKey.refusal("There is no key yet.", "`inlay connect` makes one with the first account.")

export const make = (surroundings: SecretKey.Surroundings, rows: AccountRows["Service"]) => {
  const { directory } = surroundings
  const opening = Opening.make(surroundings, rows)

  const reseal = Effect.gen(function* () {
    const all = yield* rows.all
    const before = yield* opening.keys
    if (before === undefined) return yield* all.length > 0 ? keyless(all, surroundings) : noKey
    const accounts = yield* opening.rows(all)
    if (before.source === "file") {
      yield* Opening.attempt(() => SecretKey.replaceFile(directory, SecretKey.withNew(before)))
    }
    const { source, keys } = yield* opening.keysFor(all)
    const { name } = yield* rows.directory
    for (const [index, row] of all.entries()) {
      const account = accounts[index]
      if (account !== undefined) yield* rows.put(Seals.seal(keys[0], name, row, fieldsOf(account)))
    }
    const summary: Rotated = { source, accounts: all.length }
    return summary
  })

  const forgetUnused = Effect.gen(function* () {
    const usedKeyIds = new Set([
      ...(yield* rows.all).flatMap((row) => [row.keyId, ...row.secrets.map(({ keyId }) => keyId)]),
      ...(yield* rows.otherKeyIds)
    ])
    const keysNow = yield* opening.keys
    if (keysNow === undefined) return
    const remaining = keysNow.texts.filter((_, index) => index === 0 || usedKeyIds.has(keysNow.keys[index]?.id ?? ""))
    if (remaining.length < keysNow.texts.length)
      yield* Opening.attempt(() => SecretKey.replaceFile(directory, remaining))
  })

  return Effect.gen(function* () {
    const summary = yield* rows.exclusively(reseal)
    if (summary.source === "file") yield* rows.exclusively(forgetUnused)
    yield* rows.scrub
    return summary
  })
}
