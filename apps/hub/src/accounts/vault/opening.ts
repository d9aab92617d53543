/** Rows to accounts, with the keys as they are at that moment: each by itself, or all of them or a failure that names one that does not open. */
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import type { AccountRow, AccountRows, Directory } from "../../storage/AccountRows.ts"
import { accountOf, type StoredAccount } from "../stored-account.ts"
import * as Seals from "./account-seals.ts"
import { damagedAccount, keyless, sealedOtherwise } from "./problems.ts"
import * as SecretKey from "./secret-key.ts"

/** A stored account, or why it does not open. */
export type Opened =
  | {
      readonly named: Named
      readonly account: StoredAccount
      /** It is not sealed for its directory yet. */
      readonly isUnbound?: true
      readonly problem?: undefined
      readonly isDamaged?: undefined
    }
  | {
      readonly named: Named
      readonly problem: ProviderError
      /** No key opens it. */
      readonly isDamaged?: true
      readonly account?: undefined
      readonly isUnbound?: undefined
    }

/** An account as it is named, whether it opens or not. */
export type Named = Pick<AccountRow, "id" | "plugin" | "name" | "kind">

/** Work on the key file: fails with what it throws, or what the file system says. */
export const attempt = <A>(work: () => A): Effect.Effect<A, ProviderError> =>
  Effect.try({
    try: work,
    catch: (cause) =>
      cause instanceof ProviderError
        ? cause
        : SecretKey.refusal(
            `The key file cannot be written: ${cause instanceof Error ? cause.message : "unknown"}.`,
            "Make the data directory writable, or give the key by INLAY_SECRET_KEY."
          )
  })

export const make = (
  surroundings: SecretKey.Surroundings,
  { directory }: Pick<AccountRows["Service"], "directory">
) => {
  const keys = attempt(() => SecretKey.read(surroundings))

  /** A row of which not even the types are right is damaged too. */
  const outcome = (secretKeys: SecretKey.Keys, { name, isBound }: Directory, one: AccountRow): Effect.Effect<Opened> =>
    Effect.try((): Opened => {
      const result = Seals.open(secretKeys.keys, name, one)
      if ("secrets" in result) return { named: one, account: accountOf(one, result.secrets) }
      const before = isBound ? result : Seals.open(secretKeys.keys, undefined, one)
      if ("secrets" in before) return { named: one, account: accountOf(one, before.secrets), isUnbound: true }
      if (result.problem === "changed") return { named: one, problem: damagedAccount(one), isDamaged: true }
      return { named: one, problem: sealedOtherwise(one, secretKeys.source, surroundings) }
    }).pipe(Effect.orElseSucceed((): Opened => ({ named: one, problem: damagedAccount(one), isDamaged: true })))

  const row = (
    secretKeys: SecretKey.Keys,
    one: AccountRow
  ): Effect.Effect<StoredAccount, ProviderError | StorageError> =>
    Effect.flatMap(
      Effect.flatMap(directory, (here) => outcome(secretKeys, here, one)),
      ({ account, problem }) => (problem === undefined ? Effect.succeed(account) : Effect.fail(problem))
    )

  /** The keys of rows that are there. */
  const keysFor = (rows: ReadonlyArray<AccountRow>): Effect.Effect<SecretKey.Keys, ProviderError> =>
    Effect.flatMap(keys, (secretKeys) =>
      secretKeys === undefined ? Effect.fail(keyless(rows, surroundings)) : Effect.succeed(secretKeys)
    )

  return {
    keys,
    keysFor,
    row,
    /** Every row, with its account or why it does not open. */
    each: Effect.fnUntraced(function* (rows: ReadonlyArray<AccountRow>) {
      const here = yield* directory
      return yield* Effect.forEach(rows, (one) =>
        Effect.flatMap(keysFor(rows), (secretKeys) => outcome(secretKeys, here, one)).pipe(
          Effect.catch((problem) => Effect.succeed<Opened>({ named: one, problem }))
        )
      )
    }),
    /** Without rows there is nothing to open, and a key that cannot be used keeps nobody from working. */
    rows: (
      rows: ReadonlyArray<AccountRow>
    ): Effect.Effect<ReadonlyArray<StoredAccount>, ProviderError | StorageError> =>
      rows.length === 0
        ? Effect.succeed([])
        : Effect.flatMap(keysFor(rows), (secretKeys) => Effect.forEach(rows, (one) => row(secretKeys, one)))
  }
}
