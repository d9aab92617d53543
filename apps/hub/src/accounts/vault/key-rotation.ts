/**
 * Reseals all accounts, the secrets of hooks and subscriptions, and the keys of agents' sign-in with a new key. The new
 * key is on disk before it is used, and old keys are deleted once nothing needs them. If the process is killed at any
 * point, all accounts can still be opened.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import type { AccountRows, OtherSeal } from "../../storage/AccountRows.ts"
import { fieldsOf } from "../stored-account.ts"
import * as Seals from "./account-seals.ts"
import * as Vault from "./cipher.ts"
import * as Opening from "./opening.ts"
import { placeOf } from "./other-secrets.ts"
import { keyless as keylessAccounts } from "./problems.ts"
import * as SecretKey from "./secret-key.ts"

export interface RotationResult {
  readonly source: SecretKey.Keys["source"]
  readonly accounts: number
  readonly hooks: number
  readonly subscriptions: number
  /** Subscriptions whose secrets none of the keys opens. They are left unchanged. */
  readonly keyless: number
}

/** With one key in the variable, everything would be encrypted with the key that it is encrypted with already. */
const sameKey = SecretKey.refusal(
  `${SecretKey.VARIABLE} holds only the key that everything is encrypted with already, so it cannot be changed.`,
  `Put the new key before it, separated by a comma: start the servers again with \`${SecretKey.VARIABLE}="NEW,OLD"\`, and run this again with the same.`
)

const noKey = SecretKey.refusal("There is no key yet.", "`inlay connect` makes one with the first account.")

export const make = (keySources: SecretKey.KeySources, rows: AccountRows["Service"]) => {
  const { directory } = keySources
  const opening = Opening.make(keySources, rows)

  /**
   * A secret that no key opens is left unchanged: its hook gets a new secret, and its subscription reports the problem.
   * Servers on PostgreSQL may replace a hook's secret at the same time; then all are read again.
   */
  const resealOthers: (
    keys: SecretKey.Keys["keys"],
    directoryName: string
  ) => Effect.Effect<{ readonly seals: ReadonlyArray<OtherSeal>; readonly keyless: number }, StorageError> =
    Effect.fnUntraced(function* (keys, directoryName) {
      const seals: Array<OtherSeal> = []
      let keyless = 0
      for (const one of yield* rows.otherSeals) {
        const place = placeOf(directoryName, [one.kind, one.id])
        const result = Vault.open(keys, place, { keyId: one.keyId, bytes: Buffer.from(one.sealed, "base64") })
        if (!("plain" in result)) {
          if (one.kind === "subscription") keyless++
          continue
        }
        const { keyId, bytes } = Vault.seal(keys[0], place, result.plain)
        const isReplaced = yield* rows.replaceOtherSeal(one, { keyId, sealed: Buffer.from(bytes).toString("base64") })
        if (!isReplaced) return yield* resealOthers(keys, directoryName)
        seals.push(one)
      }
      return { seals, keyless }
    })

  const reseal = Effect.gen(function* () {
    const all = yield* rows.all
    const before = yield* opening.keys
    if (before === undefined) return yield* all.length > 0 ? keylessAccounts(all, keySources) : noKey
    const accounts = yield* opening.rows(all)
    if (before.source === "environment" && before.keys.length === 1) return yield* sameKey
    if (before.source === "file") {
      yield* Opening.attempt(() => SecretKey.replaceFile(directory, SecretKey.withNew(before)))
    }
    const { source, keys } = yield* opening.keysFor(all)
    const { name } = yield* rows.directory
    for (const [index, row] of all.entries()) {
      const account = accounts[index]
      if (account !== undefined) yield* rows.put(Seals.seal(keys[0], name, row, fieldsOf(account)))
    }
    const { seals: others, keyless } = yield* resealOthers(keys, name)
    const summary: RotationResult = {
      source,
      accounts: all.length,
      hooks: others.filter(({ kind }) => kind === "hook").length,
      subscriptions: others.filter(({ kind }) => kind === "subscription").length,
      keyless
    }
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
