/**
 * Connects an account for the command line, the API and the console: validates its values, checks it with the provider
 * at no cost, and only then stores it. If any step fails, nothing is stored. Also checks whether a connected one works.
 */
import {
  type Account,
  type AccountKind,
  type CheckReport,
  make as makeAccount,
  type Problem,
  TOKEN
} from "@inlay/agent-plugin/Account"
import { type Words, wordsOf } from "@inlay/agent-plugin/advice"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Grant } from "@inlay/agent-plugin/SignIn"
import { TimeLimit } from "@inlay/core-http/Client"
import { invalidReason, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { hubError } from "../hub-error.ts"
import { problemsOf, type Values } from "./fields.ts"
import type { PluginAccount } from "./plugin-account.ts"

const CHECK_LIMIT = Duration.seconds(20)
/** Placeholder for the token until somebody has signed in. */
const NOT_YET = Redacted.make("not-signed-in-yet")

const failure = (reason: Reason) => hubError("connect", reason)

/** The same failure, marked as having stored nothing. It may still have sent something. */
export const withNothingStored = ({ provider, operation, reason }: ProviderError): ProviderError =>
  new ProviderError({ provider, operation, reason: { ...reason, nothing: "stored" } })

/** Calls the provider for an account that is not stored yet: with a time limit and without paid calls. */
export const asking = <A, R>(effect: Effect.Effect<A, ProviderError, R>) =>
  effect.pipe(
    Effect.provideService(TimeLimit, CHECK_LIMIT),
    Effect.provide(Spend.layerFree),
    Effect.mapError(withNothingStored)
  )

/** Whether a field's options come from the provider, so that it is chosen once the account can call it. */
export const isOfProvider = ({ options }: AccountKind["fields"][number]): boolean => options === "provider"

export interface ValidationInput {
  readonly plugin: Plugin
  readonly name: string
  readonly kind: AccountKind
  readonly values: Values
  /** Whether fields whose options come from the provider must have a value already. */
  readonly hasChosen?: boolean
  /** Returns the remedy for invalid fields. */
  readonly remedy?: (fields: ReadonlyArray<{ readonly field: string }>) => Reason["remedy"]
}

/** Validates an account's values without sending anything. Fails with every invalid field. */
export const validated = Effect.fnUntraced(function* ({
  plugin,
  name,
  kind,
  values,
  hasChosen = false,
  remedy
}: ValidationInput) {
  const filledFields = kind.signIn === undefined ? [] : [TOKEN]
  const chosenLater = hasChosen ? [] : kind.fields.filter(isOfProvider).map((field) => field.name)
  const wrong = problemsOf(kind, values, [...filledFields, ...chosenLater])
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
  yield* Effect.mapError(Effect.fromResult(kind.validate(candidate)), withNothingStored)
  return account
})

/** The account with the token that the sign-in granted. */
export const withGrant = (account: Account, grant: Grant | undefined): Account =>
  grant === undefined
    ? account
    : { ...account, scopes: grant.scopes, secrets: { ...account.secrets, [TOKEN]: grant.accessToken } }

/** Whether a check failed for another reason than the account's key, such as a base address that is not the API's. */
const saysNothingOfKey = ({ _tag }: Reason): boolean => _tag !== "Unauthorized" && _tag !== "Forbidden"

/**
 * Asks the provider whether the account works, and fails if it does not.
 *
 * @param words the wording of remedies for the reader
 */
export const check = (kind: AccountKind, account: Account, words: Words) =>
  asking(kind.check(account)).pipe(
    Effect.filterOrFail(
      (report) => report.ok,
      ({ problems }) => {
        const obstacle = problems.filter((problem) => "_tag" in problem).find(saysNothingOfKey)
        return withNothingStored(
          failure({
            ...(obstacle ?? { _tag: "Unauthorized" }),
            what: problems.map(({ what }) => what).join(" ") || "The provider does not accept the account.",
            remedy: { to: "read", text: problems.map(({ remedy }) => wordsOf(words, remedy)).join(" ") }
          })
        )
      }
    )
  )

/** An account's settings as they are stored: without secrets and empty values. */
export const settingsOf = (kind: AccountKind, values: Values): Values =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = field.secret ? "" : (values[field.name] ?? "")
      return value === "" ? [] : [[field.name, value]]
    })
  )

/** For a check that somebody waits for. */
const REPORT_LIMIT = Duration.seconds(10)

const failed = (problems: ReadonlyArray<Problem>): CheckReport => ({ ok: false, scopes: [], limits: [], problems })

/**
 * Asks the provider, unless the account's settings alone show what is wrong. Never fails.
 *
 * @param known what the settings show
 * @param problemOf a failure of the provider as a problem, in words for the reader
 */
export const reportOf = (
  { kind, account }: Pick<PluginAccount, "kind" | "account">,
  known: ReadonlyArray<Problem>,
  problemOf: (error: ProviderError) => Problem
) =>
  known.length > 0
    ? Effect.succeed(failed(known))
    : kind.check(account).pipe(
        Effect.provideService(TimeLimit, REPORT_LIMIT),
        Effect.catch((error) => Effect.succeed(failed([problemOf(error)])))
      )
