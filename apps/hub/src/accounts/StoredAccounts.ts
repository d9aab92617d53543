/**
 * The accounts of a data directory, decrypted one by one, so that one that cannot be opened does not affect the others.
 * Every write runs exclusively among processes, with the keys that are current at that moment.
 */
import { isDeepStrictEqual } from "node:util"

import type { Grant } from "@inlay/agent-plugin/SignIn"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"

import { AccountRows, type AccountIdentity, type AccountRow } from "../storage/AccountRows.ts"
import { accountOf, fieldsOf, renewedBy, withSignInOf, type Content, type StoredAccount } from "./stored-account.ts"
import * as Seals from "./vault/account-seals.ts"
import * as KeyRotation from "./vault/key-rotation.ts"
import * as Opening from "./vault/opening.ts"
import { changedMeanwhile, nameTaken } from "./vault/problems.ts"
import * as SecretKey from "./vault/secret-key.ts"

type Failure = ProviderError | StorageError

export class StoredAccounts extends Context.Service<
  StoredAccounts,
  {
    /** Opens every account individually: one that cannot be opened does not affect the others. */
    readonly each: Effect.Effect<ReadonlyArray<Opening.OpenedAccount>, StorageError>
    readonly names: Effect.Effect<ReadonlyArray<AccountIdentity>, StorageError>
    /** The account with its current secrets, or `undefined` if it is gone. Opens no other account. */
    readonly byId: (id: string) => Effect.Effect<StoredAccount | undefined, Failure>
    /** Stores an account, all or nothing. Fails with `Conflict` if its name is taken and may not be replaced. */
    readonly save: (account: Content, options?: { readonly replace: boolean }) => Effect.Effect<StoredAccount, Failure>
    /**
     * Stores an account in place of the account `id`, whatever its name. Fails with `Conflict` if a third account has
     * the name.
     */
    readonly saveInstead: (id: string, account: Content) => Effect.Effect<StoredAccount, Failure>
    /**
     * Like `saveInstead`, but an account that was signed in to keeps the grant and token that it has at that moment.
     * Waits for a renewal in progress. Returns undefined if the account is gone.
     *
     * @param also what else changes with the account, in the same transaction
     */
    readonly change: (
      id: string,
      account: Content,
      also?: Effect.Effect<void, StorageError>
    ) => Effect.Effect<StoredAccount | undefined, Failure>
    /**
     * Stores a renewed grant unless the account's refresh token has changed since `before`. Returns the current
     * account.
     */
    readonly renew: (before: StoredAccount, grant: Grant) => Effect.Effect<StoredAccount | undefined, Failure>
    /**
     * Fails with `Conflict` if the account is not there: it may have been changed or replaced, which gives it another id.
     *
     * @param also what else ends with the account, in the same transaction. Returns what this returns
     */
    readonly remove: <A, R>(id: string, also: Effect.Effect<A, StorageError, R>) => Effect.Effect<A, Failure, R>
    /** Reseals everything: with a new key in the key file, or with the first key of `INLAY_SECRET_KEY`. */
    readonly rotate: Effect.Effect<KeyRotation.RotationResult, Failure>
    /** Opens every account except one that will be replaced. Returns the source of the key, if there is a key yet. */
    readonly check: (except?: string) => Effect.Effect<SecretKey.Keys["source"] | undefined, Failure>
  }
>()("@inlay/hub/StoredAccounts") {}

/** How long a change may take. Meanwhile no other process renews the account's token. */
const CHANGE_MILLIS = 45_000
const AGAIN = Duration.millis(50)

/** A key rotation between reading the rows and reading the keys makes the two differ for a moment. */
const LOOK_AGAIN = { schedule: Schedule.spaced("10 millis"), times: 4 }

const make = Effect.fnUntraced(function* (keySources: SecretKey.KeySources) {
  const rows = yield* AccountRows
  const opening = Opening.make(keySources, rows)

  const openSome = (isIncluded: (row: AccountRow) => boolean) =>
    rows.all.pipe(
      Effect.flatMap((all) => opening.rows(all.filter(isIncluded))),
      Effect.retry({ ...LOOK_AGAIN, while: (error: Failure): boolean => error._tag === "ProviderError" })
    )

  const put = Effect.fnUntraced(function* (
    account: Content,
    mayReplace: (before: AccountRow) => boolean,
    id?: string,
    createdMillis?: number
  ) {
    const { plugin, name, kind } = account
    const all = yield* rows.all
    const sameName = all.find((row) => row.plugin === plugin && row.name === name)
    if (sameName !== undefined && !mayReplace(sameName)) return yield* nameTaken(sameName)
    const before = id === undefined ? sameName : all.find((row) => row.id === id)
    // If another account cannot be opened, the new one would be sealed with a different key.
    yield* opening.rows(all.filter((row) => row !== before))
    const { keys } = yield* Opening.attempt(() => SecretKey.readOrMake(keySources))
    const plain: Seals.Plain = {
      id: crypto.randomUUID(),
      plugin,
      name,
      kind,
      settings: JSON.stringify(account.settings),
      revision: crypto.randomUUID(),
      createdMillis: createdMillis ?? (yield* Clock.currentTimeMillis)
    }
    const fields = fieldsOf(account)
    const row = Seals.seal(keys[0], (yield* rows.directory).name, plain, fields)
    if (before !== undefined) yield* rows.remove(before.id)
    // Answers that are not moved would be bought again under the new name, and stay under the old one.
    if (before !== undefined && before.name !== name) yield* rows.moveAnswers(before, row)
    yield* rows.put({ ...row, ...(before?.origin !== undefined && { origin: before.origin }) })
    return accountOf(row, fields)
  })

  /** Must run exclusively. A renewal in progress has used the refresh token, and is yet to store the next one. */
  const changeUnlessRenewing = Effect.fnUntraced(function* (
    id: string,
    account: Content,
    also: Effect.Effect<void, StorageError>
  ) {
    const row = (yield* rows.all).find((one) => one.id === id)
    if (row === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const lease = { accountId: id, holder: crypto.randomUUID() }
    if (!(yield* rows.lease(lease, now, now + CHANGE_MILLIS))) return "renewing" as const
    const current = yield* opening.row(yield* opening.keysFor([row]), row)
    const content = withSignInOf(current, account)
    // With other secrets it is connected anew.
    const createdMillis = isDeepStrictEqual(fieldsOf(content), fieldsOf(current)) ? row.createdMillis : now
    return yield* Effect.tap(
      put(content, (before) => before.id === id, id, createdMillis),
      also
    )
  })

  const change: StoredAccounts["Service"]["change"] = (id, account, also = Effect.void) =>
    Effect.flatMap(rows.exclusively(changeUnlessRenewing(id, account, also)), (result) =>
      result === "renewing" ? Effect.delay(change(id, account, also), AGAIN) : Effect.succeed(result)
    )

  const renew = Effect.fnUntraced(function* (before: StoredAccount, grant: Grant) {
    const row = (yield* rows.all).find(({ id }) => id === before.id)
    if (row === undefined) return undefined
    const keysNow = yield* opening.keysFor([row])
    const current = yield* opening.row(keysNow, row)
    const usedToken = before.grant?.refreshToken
    const currentToken = current.grant?.refreshToken
    // Another process was faster: its grant is newer than one renewed with the same refresh token.
    if (
      usedToken !== undefined &&
      (currentToken === undefined || Redacted.value(currentToken) !== Redacted.value(usedToken))
    )
      return current
    const fields = fieldsOf(renewedBy(current, grant))
    yield* rows.put(Seals.seal(keysNow.keys[0], (yield* rows.directory).name, row, fields))
    return accountOf(row, fields)
  })

  const removeWith = Effect.fnUntraced(function* <A, R>(id: string, also: Effect.Effect<A, StorageError, R>) {
    if (!(yield* rows.names).some((one) => one.id === id)) return yield* changedMeanwhile
    // First, so that an answer that is being stored for it is there when `also` deletes the answers.
    yield* rows.remove(id)
    return yield* also
  })

  return StoredAccounts.of({
    each: rows.all.pipe(
      Effect.flatMap(opening.each),
      Effect.repeat({ ...LOOK_AGAIN, while: (outcomes) => outcomes.some(({ problem }) => problem !== undefined) })
    ),
    names: rows.names,
    byId: (id) =>
      Effect.map(
        openSome((row) => row.id === id),
        ([account]) => account
      ),
    save: (account, { replace } = { replace: false }) =>
      Effect.tap(rows.exclusively(put(account, () => replace)), replace ? rows.scrub : Effect.void),
    saveInstead: (id, account) =>
      Effect.tap(rows.exclusively(put(account, (before) => before.id === id, id)), rows.scrub),
    change: (id, account, also) => Effect.tap(change(id, account, also), rows.scrub),
    renew: (before, grant) => rows.exclusively(renew(before, grant)),
    // Exclusively, or on PostgreSQL, a renewal or key rotation that has read the row would write it again.
    remove: (id, also) => Effect.tap(rows.exclusively(removeWith(id, also)), rows.scrub),
    rotate: KeyRotation.make(keySources, rows),
    check: (except) =>
      Effect.andThen(
        openSome((row) => row.id !== except),
        Effect.map(opening.keys, (keysNow) => keysNow?.source)
      )
  })
})

export const layer = (keySources: SecretKey.KeySources): Layer.Layer<StoredAccounts, never, AccountRows> =>
  Layer.effect(StoredAccounts, make(keySources))
