/** Rows to accounts, with the keys as they are at that moment: all of them, or a failure that names one that does not open. */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { AccountRow } from "../storage/Accounts.ts"
import * as Seals from "./account-seals.ts"
import * as SecretKey from "./secret-key.ts"
import { accountOf, type StoredAccount } from "./stored-account.ts"
import { damaged, keyless, sealedOtherwise } from "./vault-problems.ts"

/** Work on the key file: fails with what it throws, or what the file system says. */
export const attempt = <A>(work: () => A): Effect.Effect<A, ProviderError> =>
  Effect.try({
    try: work,
    catch: (cause) =>
      cause instanceof ProviderError
        ? cause
        : SecretKey.refused(
            `The key file cannot be written: ${cause instanceof Error ? cause.message : "unknown"}.`,
            "Make the data directory writable, or give the key by INLAY_SECRET_KEY."
          )
  })

export const make = (surroundings: SecretKey.Surroundings) => {
  const keys = attempt(() => SecretKey.read(surroundings))

  const row = (known: SecretKey.Keys, one: AccountRow): Effect.Effect<StoredAccount, ProviderError> => {
    const opened = Seals.open(known.keys, one)
    if ("secrets" in opened) return Effect.succeed(accountOf(one, opened.secrets))
    return Effect.fail(opened.problem === "changed" ? damaged(one) : sealedOtherwise(one, known.source, surroundings))
  }

  /** The keys of rows that are there. */
  const keysFor = (rows: ReadonlyArray<AccountRow>): Effect.Effect<SecretKey.Keys, ProviderError> =>
    Effect.flatMap(keys, (known) =>
      known === undefined ? Effect.fail(keyless(rows, surroundings)) : Effect.succeed(known)
    )

  return {
    keys,
    keysFor,
    row,
    /** Without rows there is nothing to open, and a key that cannot be used keeps nobody from working. */
    rows: (rows: ReadonlyArray<AccountRow>): Effect.Effect<ReadonlyArray<StoredAccount>, ProviderError> =>
      rows.length === 0
        ? Effect.succeed([])
        : Effect.flatMap(keysFor(rows), (known) => Effect.forEach(rows, (one) => row(known, one)))
  }
}
