/**
 * Connects an account, for the command line, the API and the console: its values judged by themselves, checked with the
 * provider at no cost, and only then stored. What fails on the way has stored nothing.
 */
import { make as makeAccount, TOKEN, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import { wordsOf, type Words } from "@inlay/agent-plugin/advice"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Grant } from "@inlay/agent-plugin/SignIn"
import { TimeLimit } from "@inlay/core-http/Client"
import { invalidReason, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { problemsOf, type Values } from "./fields.ts"

const CHECK_LIMIT = Duration.seconds(20)
/** Takes the place of a token while nobody has signed in yet. */
const NOT_YET = Redacted.make("not-signed-in-yet")

/** Fields that a sign-in fills. */
export const filledBySignIn = (kind: AccountKind): ReadonlyArray<string> => (kind.signIn === undefined ? [] : [TOKEN])

const failure = (reason: Reason) => new ProviderError({ provider: "inlay", operation: "connect", reason })

/** The same failure, which may have sent something, and stored nothing. */
export const storedNothing = ({ provider, operation, reason }: ProviderError): ProviderError =>
  new ProviderError({ provider, operation, reason: { ...reason, nothing: "stored" } })

/** Asks a provider about an account that is not stored yet. */
export const asking = <A, R>(effect: Effect.Effect<A, ProviderError, R>) =>
  effect.pipe(
    Effect.provideService(TimeLimit, CHECK_LIMIT),
    Effect.provide(Spend.layerFree),
    Effect.mapError(storedNothing)
  )

export interface Judging {
  readonly plugin: Plugin
  readonly name: string
  readonly kind: AccountKind
  readonly values: Values
  /** Fields that may still be empty, besides those that a sign-in fills. */
  readonly later?: ReadonlyArray<string>
  /** What to do about wrong fields. */
  readonly remedy?: (fields: ReadonlyArray<{ readonly field: string }>) => Reason["remedy"]
}

/** The account of values that can work, as far as they tell by themselves; fails with every wrong one. Sends nothing. */
export const judged = Effect.fnUntraced(function* ({ plugin, name, kind, values, later = [], remedy }: Judging) {
  const filledFields = filledBySignIn(kind)
  const wrong = problemsOf(kind, values, [...filledFields, ...later])
  if (wrong.length > 0) {
    const mending = remedy?.(wrong)
    return yield* failure({
      ...invalidReason(wrong),
      ...(mending !== undefined && { remedy: mending }),
      nothing: "stored"
    })
  }
  const account = makeAccount({ plugin: plugin.id, name, kind, values, revision: "new" })
  const absent = filledFields.filter((field) => account.secrets[field] === undefined)
  const placeholders = Object.fromEntries(absent.map((field) => [field, NOT_YET]))
  const candidate: Account = { ...account, secrets: { ...account.secrets, ...placeholders } }
  yield* Effect.mapError(Effect.fromResult(kind.validate(candidate)), storedNothing)
  return account
})

/** The account with the token that a sign-in gave. */
export const withGrant = (account: Account, grant: Grant | undefined): Account =>
  grant === undefined ? account : { ...account, secrets: { ...account.secrets, [TOKEN]: grant.accessToken } }

/** Asks the provider whether the account works; fails where it does not. @param words of who is told what to do about it */
export const check = (kind: AccountKind, account: Account, words: Words) =>
  asking(kind.check(account)).pipe(
    Effect.filterOrFail(
      (report) => report.ok,
      ({ problems }) =>
        storedNothing(
          failure({
            _tag: "Unauthorized",
            what: problems.map(({ what }) => what).join(" ") || "The provider does not accept the account.",
            remedy: { to: "read", text: problems.map(({ remedy }) => wordsOf(words, remedy)).join(" ") }
          })
        )
    )
  )

/** The settings among an account's values, as they are stored: without secrets and what is empty. */
export const settingsOf = (kind: AccountKind, values: Values): Values =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = field.secret ? "" : (values[field.name] ?? "")
      return value === "" ? [] : [[field.name, value]]
    })
  )
