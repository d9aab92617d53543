/**
 * Opens account rows with the current keys: individually, or all of them with a failure that names the first account
 * that cannot be opened.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { AccountIdentity, AccountRow, AccountRows, Directory } from "../../storage/AccountRows.ts"
import { accountOf, type StoredAccount } from "../stored-account.ts"
import * as Seals from "./account-seals.ts"
import { damagedAccount, keyless, rotatedAway, sealedOtherwise } from "./problems.ts"
import * as SecretKey from "./secret-key.ts"

/** A stored account, or why it cannot be opened. */
export type OpenedAccount =
  | {
      readonly named: AccountIdentity
      readonly account: StoredAccount
      readonly problem?: undefined
      readonly isDamaged?: undefined
    }
  | {
      readonly named: AccountIdentity
      readonly problem: ProviderError
      /** The row is damaged or was tampered with. */
      readonly isDamaged?: true
      readonly account?: undefined
    }

/** Runs work on the key file. Fails with the ProviderError that it throws, or with the message of the file system. */
export const attempt = <A>(work: () => A): Effect.Effect<A, ProviderError> =>
  Effect.try({
    try: work,
    catch: (cause) =>
      cause instanceof ProviderError
        ? cause
        : SecretKey.refusal(
            `The key file cannot be written: ${cause instanceof Error ? cause.message : "unknown"}.`,
            "Make the data directory writable, or set the key in INLAY_SECRET_KEY."
          )
  })

/**
 * The keys, of which the first seals what is stored next; makes one if there is none. Fails if all that is
 * sealed has keys that this program does not have: then the key was changed since it started or is another machine's,
 * and nobody could open what it seals.
 */
export const sealingKeys = Effect.fnUntraced(function* (
  keySources: SecretKey.KeySources,
  { keyIds }: Pick<AccountRows["Service"], "keyIds">
) {
  const secretKeys = yield* attempt(() => SecretKey.readOrMake(keySources))
  const usedIds = yield* keyIds
  const isOwn = (id: string) => secretKeys.keys.some((key) => key.id === id)
  return usedIds.length > 0 && !usedIds.some(isOwn) ? yield* rotatedAway(secretKeys.source, keySources) : secretKeys
})

export const make = (keySources: SecretKey.KeySources, { directory }: Pick<AccountRows["Service"], "directory">) => {
  const keys = attempt(() => SecretKey.read(keySources))

  /** Opens one row. A row with values of the wrong type counts as damaged. */
  const outcome = (secretKeys: SecretKey.Keys, { name }: Directory, one: AccountRow): Effect.Effect<OpenedAccount> =>
    Effect.try((): OpenedAccount => {
      const result = Seals.open(secretKeys.keys, name, one)
      if ("secrets" in result) return { named: one, account: accountOf(one, result.secrets) }
      if (result.problem === "changed") return { named: one, problem: damagedAccount(one), isDamaged: true }
      return { named: one, problem: sealedOtherwise(one, secretKeys.source, keySources) }
    }).pipe(Effect.orElseSucceed((): OpenedAccount => ({ named: one, problem: damagedAccount(one), isDamaged: true })))

  const row = Effect.fnUntraced(function* (secretKeys: SecretKey.Keys, one: AccountRow) {
    const { account, problem } = yield* outcome(secretKeys, yield* directory, one)
    return problem === undefined ? account : yield* problem
  })

  /** The keys for existing rows. Fails if there are none. */
  const keysFor = Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
    return (yield* keys) ?? (yield* keyless(rows, keySources))
  })

  return {
    keys,
    keysFor,
    row,
    /** Every row, with its account or the reason why it cannot be opened. */
    each: Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
      const here = yield* directory
      return yield* Effect.forEach(rows, (one) =>
        Effect.flatMap(keysFor(rows), (secretKeys) => outcome(secretKeys, here, one)).pipe(
          Effect.catch((problem) => Effect.succeed<OpenedAccount>({ named: one, problem }))
        )
      )
    }),
    /** Opens rows. Without rows the keys are not read, so an unusable key does not cause a failure. */
    rows: Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
      if (rows.length === 0) return []
      const secretKeys = yield* keysFor(rows)
      return yield* Effect.forEach(rows, (one) => row(secretKeys, one))
    })
  }
}
