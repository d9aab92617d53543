/**
 * The token of a signed-in account. It is renewed before it expires and after a 401, once for all callers in this
 * process and in every other process on the same data directory. A refresh token is used by one process at a time, and
 * its result is stored before it is used.
 */
import { TOKEN, type Account } from "@inlay/agent-plugin/Account"
import type { Grant, SignIn } from "@inlay/agent-plugin/SignIn"
import * as Credential from "@inlay/core-http/Credential"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as TokenSource from "@inlay/core-http/TokenSource"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"

import { AccountRows, type Lease } from "../storage/AccountRows.ts"
import type { StoredAccount } from "./stored-account.ts"
import { StoredAccounts } from "./StoredAccounts.ts"

/** A longer refresh fails. The lease outlives it, so no other process uses the same refresh token in the meantime. */
const REFRESH_LIMIT = Duration.seconds(20)
const LEASE_MILLIS = 45_000
const LOOK_AGAIN = Duration.millis(50)

const signInAgain = ({ plugin, kind, name }: StoredAccount): string =>
  `Sign in again: \`inlay connect ${plugin} --kind ${kind} --name ${name} --replace\`.`

const failure = ({ plugin }: StoredAccount, reason: Reason) =>
  new ProviderError({ provider: plugin, operation: "signIn", reason })

/** The sign-in has ended: only signing in again helps. */
const over = (account: StoredAccount, why: string) =>
  failure(account, {
    _tag: "Unauthorized",
    what: `The sign-in of ${account.plugin}/${account.name} has ended: ${why}.`,
    remedy: { to: "read", text: signInAgain(account) }
  })

const late = (account: StoredAccount) =>
  failure(account, {
    _tag: "Timeout",
    sent: true,
    what: "The provider did not renew the token in time.",
    remedy: { to: "read", text: "Run it again." }
  })

const storageFailure = (account: StoredAccount) => (error: ProviderError | StorageError) =>
  error._tag === "ProviderError"
    ? error
    : failure(account, {
        _tag: "Refused",
        guard: "vault",
        what: `The token cannot be renewed: ${error.message}.`,
        remedy: error.remedy ?? { to: "repairStorage" },
        nothing: "sent"
      })

/** OAuth tokens are all sent as `Bearer` (RFC 6750). */
const credentialOf = ({ secrets }: StoredAccount): Credential.Credential =>
  Credential.bearer(secrets[TOKEN] ?? Redacted.make(""))

const tokenOf = (account: StoredAccount): TokenSource.Token => ({
  credential: credentialOf(account),
  ...(account.grant?.expiresAtMillis !== undefined && { expiresAtMillis: account.grant.expiresAtMillis })
})

/** What a token source needs beyond its account and a scope. */
export type Needs = StoredAccounts | AccountRows | Transport

/**
 * Makes the token source of an account.
 *
 * @param account for the provider's refresh: the account's settings with their defaults
 * @param first the account as it was last read
 */
export const make = Effect.fnUntraced(function* (signIn: SignIn, account: Account, first: StoredAccount) {
  const storedAccounts = yield* StoredAccounts
  const rows = yield* AccountRows
  const services = yield* Effect.context<Transport>()
  const scope = yield* Effect.scope
  const lease: Lease = { accountId: first.id, holder: crypto.randomUUID() }

  let refreshToken = first.grant?.refreshToken
  /** A refresh token that the provider rejected: sending it again would not help. */
  let dead: string | undefined

  /** Reads the stored account, and whether its token differs from the rejected one. */
  const look = Effect.fnUntraced(function* (rejectedCredential: Credential.Credential) {
    const now = yield* Effect.mapError(storedAccounts.byId(first.id), storageFailure(first))
    if (now === undefined) return yield* over(first, "the account was disconnected")
    return { now, isNew: Redacted.value(credentialOf(now).value) !== Redacted.value(rejectedCredential.value) }
  })

  const refreshGrant = Effect.fnUntraced(function* (now: StoredAccount) {
    const usedToken = now.grant?.refreshToken
    if (usedToken === undefined)
      return yield* over(now, "its token is no longer accepted, and the provider issued no refresh token")
    if (dead === Redacted.value(usedToken)) return yield* over(now, "the provider no longer renews it")
    const at = yield* Clock.currentTimeMillis
    if ((now.grant?.refreshExpiresAtMillis ?? Number.POSITIVE_INFINITY) <= at)
      return yield* over(now, "it was not used for too long")
    const { refresh } = signIn
    if (refresh === undefined)
      return yield* over(now, "its token is no longer accepted, and the service does not renew tokens")
    const grant: Grant = yield* Effect.interruptible(refresh(account, usedToken)).pipe(
      Effect.provideContext(services),
      Effect.timeoutOrElse({ duration: REFRESH_LIMIT, orElse: () => Effect.fail(late(now)) }),
      Effect.mapError((error) => {
        if (error.reason._tag !== "Unauthorized") return error
        dead = Redacted.value(usedToken)
        return over(now, "the provider no longer renews it")
      })
    )
    const renewedAccount = yield* Effect.mapError(storedAccounts.renew(now, grant), storageFailure(now))
    return renewedAccount === undefined ? yield* over(now, "the account was disconnected") : renewedAccount
  })

  /** One process renews at a time. Processes that come later find the token that the first one stored. */
  const renew = (rejectedCredential: Credential.Credential): Effect.Effect<StoredAccount, ProviderError> =>
    Effect.gen(function* () {
      const before = yield* look(rejectedCredential)
      if (before.isNew) return before.now
      const at = yield* Clock.currentTimeMillis
      const free = yield* Effect.mapError(rows.lease(lease, at, at + LEASE_MILLIS), storageFailure(first))
      if (!free) {
        yield* Effect.sleep(LOOK_AGAIN)
        return yield* renew(rejectedCredential)
      }
      return yield* Effect.gen(function* () {
        const again = yield* look(rejectedCredential)
        return again.isNew ? again.now : yield* Effect.uninterruptible(refreshGrant(again.now))
      }).pipe(Effect.ensuring(Effect.ignore(rows.release(lease))))
    })

  const source = TokenSource.make(tokenOf(first), (rejectedCredential) =>
    // Forked, so that a program that is told to stop first stores what the provider returned.
    Effect.forkIn(renew(rejectedCredential), scope).pipe(
      Effect.flatMap(Fiber.join),
      Effect.tap((now) => Effect.sync(() => (refreshToken = now.grant?.refreshToken))),
      Effect.map(tokenOf)
    )
  )
  return { ...source, secrets: () => [...source.secrets(), ...(refreshToken === undefined ? [] : [refreshToken])] }
})
