/** `inlay connect`: gathers an account's values, checks all of them, and stores the account or nothing. */
import { envOf, make as makeAccount, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import { wordsOf } from "@inlay/agent-plugin/advice"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { TimeLimit } from "@inlay/core-http/Client"
import { invalidReason, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { PluginAccount } from "../../accounts/plugin-account.ts"
import { StoredAccounts, type Named } from "../../accounts/StoredAccounts.ts"
import { nameTaken } from "../../accounts/vault/problems.ts"
import { plugins as allPlugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { asking, isAttended, type Asking } from "../../terminal/ask.ts"
import { withProgress } from "../../terminal/progress.ts"
import { fromFlags, checkFlags, type Values } from "../input/account-values.ts"
import { normal, problemsOf } from "../input/fields.ts"
import * as Gather from "../input/gather.ts"
import * as Naming from "../input/naming.ts"
import { shownProblem, words } from "../words.ts"
import { reportOf } from "./connect-report.ts"
import { chooseAtProvider } from "./provider-choices.ts"
import { signIn, type Way } from "./sign-in.ts"

export interface Options {
  readonly plugin: string
  readonly kind: string | undefined
  readonly name: string | undefined
  readonly set: ReadonlyArray<string>
  readonly replace: boolean
  /** By what to sign in, where the kind does. */
  readonly signIn?: Way | undefined
  readonly check: boolean
  readonly data: string | undefined
}

const DEFAULT_NAME = "main"
const CHECK_LIMIT = Duration.seconds(20)
/** Takes the place of a token while nobody has signed in yet. */
const NOT_YET = Redacted.make("not-signed-in-yet")

const failure = (reason: Reason) => new ProviderError({ provider: "inlay", operation: "connect", reason })

/** What a sign-in or a check fails with, as the command's failure: it may have sent something, and stored nothing. */
const storageFailure = ({ provider, operation, reason }: ProviderError): ProviderError =>
  new ProviderError({ provider, operation, reason: { ...reason, nothing: "stored" } })

/** The same, with the way around a check. */
const uncheckedAccount = (error: ProviderError): ProviderError => {
  const { provider, operation, reason } = storageFailure(error)
  const text = [wordsOf(words, reason.remedy, reason), "--no-check stores it unasked."].filter(Boolean).join(" ")
  return new ProviderError({ provider, operation, reason: { ...reason, remedy: { to: "read", text } } })
}

/** Settings that environment variables give, such as the client id to sign in with. Never a secret. */
const settingsIn = (env: NodeJS.ProcessEnv, plugin: Plugin, kind: AccountKind): Values =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = field.secret ? "" : normal(field, env[envOf(plugin.id, field)] ?? "")
      return value === "" ? [] : [[field.name, value]]
    })
  )

interface AccountInput {
  readonly kind: AccountKind
  readonly values: Values
  readonly replace: boolean
}

const gather = Effect.fnUntraced(function* (
  options: Options,
  plugin: Plugin,
  before: { readonly named: Named; readonly settings: Values } | undefined,
  person: Asking | undefined
) {
  const replaces =
    before === undefined || options.replace || person === undefined
      ? options.replace
      : yield* person.confirm(`There is an account ${before.named.name} already. Put this one in its place?`)
  if (before !== undefined && !replaces) return yield* nameTaken(before.named)
  const kindId = options.kind ?? before?.named.kind
  const choice =
    kindId === undefined && person !== undefined && plugin.accountKinds.length > 1
      ? yield* Gather.askKind(person, plugin)
      : plugin.accountKinds[0]
  const kind = kindId === undefined ? choice : yield* Naming.findKind(plugin, kindId)
  if (kind === undefined) return yield* Effect.die(`${plugin.id} has no account kind`)
  const earlier =
    before !== undefined && before.named.kind === kind.id ? before.settings : settingsIn(process.env, plugin, kind)
  const flags = yield* fromFlags(kind, options.set)
  const values =
    person === undefined ? yield* Gather.read(kind, flags) : yield* Gather.ask(person, kind, flags, earlier)
  const input: AccountInput = { kind, values: { ...earlier, ...values }, replace: before !== undefined }
  return input
})

const check = (kind: AccountKind, account: Account) =>
  kind.check(account).pipe(
    Effect.provideService(TimeLimit, CHECK_LIMIT),
    Effect.provide(Spend.layerFree),
    withProgress("Asking the provider …"),
    Effect.filterOrFail(
      (report) => report.ok,
      ({ problems }) =>
        failure({
          _tag: "Unauthorized",
          what: problems.map(({ what }) => what).join(" ") || "The provider does not accept the account.",
          remedy: { to: "read", text: problems.map((problem) => shownProblem(problem).fix).join(" ") }
        })
    ),
    Effect.mapError(uncheckedAccount)
  )

/** The account as it would be stored, and whether it works. */
const settle = Effect.fnUntraced(function* (
  plugin: Plugin,
  name: string,
  { kind, values }: AccountInput,
  { check: asks, signIn: way }: Options
) {
  const filledFields = Gather.filledBySignIn(kind)
  const later = kind.fields.filter(({ options }) => options === "provider").map((field) => field.name)
  const wrong = problemsOf(kind, values, asks ? [...filledFields, ...later] : filledFields)
  if (wrong.length > 0)
    return yield* failure({
      ...invalidReason(wrong),
      remedy: { to: "read", text: howToGive(kind, wrong) },
      nothing: "stored"
    })
  const account = makeAccount({ plugin: plugin.id, name, kind, values, revision: "new" })
  const placeholders = Object.fromEntries(filledFields.map((field) => [field, NOT_YET]))
  const candidate: Account = { ...account, secrets: { ...account.secrets, ...placeholders } }
  yield* Effect.mapError(Effect.fromResult(kind.validate(candidate)), storageFailure)
  const grant =
    kind.signIn === undefined ? undefined : yield* Effect.mapError(signIn(kind.signIn, account, way), storageFailure)
  const secrets = { ...account.secrets, ...(grant !== undefined && { token: grant.accessToken }) }
  const newAccount: Account = { ...account, secrets }
  const report = asks ? yield* check(kind, newAccount) : undefined
  const answers = asks
    ? yield* chooseAtProvider(kind, newAccount).pipe(
        Effect.provideService(TimeLimit, CHECK_LIMIT),
        Effect.provide(Spend.layerFree),
        Effect.mapError(storageFailure)
      )
    : {}
  const settings = { ...newAccount.settings, ...answers }
  const one: PluginAccount = { plugin, kind, account: { ...newAccount, settings } }
  return { one, grant, report, values: { ...values, ...answers } }
})

const howToGive = (kind: AccountKind, wrong: ReadonlyArray<{ readonly field: string }>): string => {
  const fields = kind.fields.filter(({ name }) => wrong.some(({ field }) => field === name))
  const flags = fields.filter(({ secret }) => !secret).map(({ name }) => `--set ${name}=VALUE`)
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => name)
  return [
    ...(flags.length === 0 ? [] : [`Add ${flags.join(" ")}.`]),
    ...(secrets.length === 0 ? [] : [`Give ${secrets.join(" and ")} by standard input, or run it on a terminal.`])
  ].join(" ")
}

export const connectTo = (plugins: ReadonlyArray<Plugin>) =>
  Effect.fnUntraced(function* (options: Options) {
    const plugin = yield* Naming.findPlugin(plugins, options.plugin)
    yield* checkFlags(plugin, options.set)
    const name = yield* Naming.checkName(options.name ?? DEFAULT_NAME)
    if (options.kind !== undefined) yield* Naming.findKind(plugin, options.kind)
    const directory = Hub.dataDirectory(options.data)
    return yield* Effect.gen(function* () {
      const storedAccounts = yield* StoredAccounts
      const sameName = (yield* storedAccounts.names).find((one) => one.plugin === plugin.id && one.name === name)
      yield* storedAccounts.check(sameName?.id)
      // One that does not open any more can be replaced all the same.
      const old = sameName && (yield* Effect.orElseSucceed(storedAccounts.byId(sameName.id), () => undefined))
      const before = sameName && { named: sameName, settings: old?.settings ?? {} }
      const gathering = (person?: Asking) => gather(options, plugin, before, person)
      const input = yield* isAttended() ? asking(gathering) : gathering()
      const { one, grant, report, values } = yield* settle(plugin, name, input, options)
      const { kind } = input
      const settings = Object.fromEntries(
        kind.fields.flatMap((field) => {
          const value = field.secret ? "" : (values[field.name] ?? "")
          return value === "" ? [] : [[field.name, value]]
        })
      )
      yield* storedAccounts.save(
        { plugin: plugin.id, name, kind: kind.id, settings, secrets: one.account.secrets, grant },
        input.replace
      )
      return reportOf(one, grant, report, input.replace)
    }).pipe(Effect.provide(Hub.keeping(directory)), Hub.orUnusable(directory))
  })

export const connect = connectTo(allPlugins)
