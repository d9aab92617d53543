/** `inlay connect`: gathers an account's values, checks all of them, and stores the account or nothing. */
import { envOf, make as makeAccount, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { TimeLimit } from "@inlay/core-http/Client"
import { invalidReason, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { PluginAccount } from "../../accounts/plugin-account.ts"
import { StoredAccounts, type Named } from "../../accounts/StoredAccounts.ts"
import { taken } from "../../accounts/vault/problems.ts"
import { plugins as allPlugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { asking, isAttended, type Asking } from "../../terminal/ask.ts"
import { withProgress } from "../../terminal/progress.ts"
import { fromFlags, checkFlags, type Values } from "../input/account-values.ts"
import { normal, problemsOf } from "../input/fields.ts"
import * as Gather from "../input/gather.ts"
import * as Naming from "../input/naming.ts"
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

const failed = (reason: Reason) => new ProviderError({ provider: "inlay", operation: "connect", reason })

const NOT_STORED = "Nothing was stored."

/** An error of a check, with what became of the account. */
const unstored =
  (advice: string) =>
  ({ provider, operation, reason }: ProviderError): ProviderError => {
    const fix = (reason.fix ?? "").replace(/ ?Nothing was sent\.$/, "")
    return new ProviderError({
      provider,
      operation,
      reason: { ...reason, fix: [fix, advice].filter(Boolean).join(" ") }
    })
  }

/** Settings that environment variables give, such as the client id to sign in with. Never a secret. */
const settingsIn = (env: NodeJS.ProcessEnv, plugin: Plugin, kind: AccountKind): Values =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = field.secret ? "" : normal(field, env[envOf(plugin.id, field)] ?? "")
      return value === "" ? [] : [[field.name, value]]
    })
  )

interface Gathered {
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
  const sure =
    before === undefined || options.replace || person === undefined
      ? options.replace
      : yield* person.confirm(`There is an account ${before.named.name} already. Put this one in its place?`)
  if (before !== undefined && !sure) return yield* taken(before.named)
  const wanted = options.kind ?? before?.named.kind
  const asked =
    wanted === undefined && person !== undefined && plugin.accountKinds.length > 1
      ? yield* Gather.askKind(person, plugin)
      : plugin.accountKinds[0]
  const kind = wanted === undefined ? asked : yield* Naming.findKind(plugin, wanted)
  if (kind === undefined) return yield* Effect.die(`${plugin.id} has no account kind`)
  const kept =
    before !== undefined && before.named.kind === kind.id ? before.settings : settingsIn(process.env, plugin, kind)
  const given = yield* fromFlags(kind, options.set)
  const values = person === undefined ? yield* Gather.read(kind, given) : yield* Gather.ask(person, kind, given, kept)
  const gathered: Gathered = { kind, values: { ...kept, ...values }, replace: before !== undefined }
  return gathered
})

const check = (kind: AccountKind, account: Account) =>
  kind.check(account).pipe(
    Effect.provideService(TimeLimit, CHECK_LIMIT),
    Effect.provide(Spend.layerFree),
    withProgress("Asking the provider …"),
    Effect.filterOrFail(
      (report) => report.ok,
      ({ problems }) =>
        failed({
          _tag: "Unauthorized",
          what: problems.map(({ what }) => what).join(" ") || "The provider does not accept the account.",
          fix: problems.map(({ fix }) => fix).join(" ")
        })
    ),
    Effect.mapError(unstored(`${NOT_STORED} --no-check stores it unasked.`))
  )

/** The account as it would be stored, and whether it works. */
const settle = Effect.fnUntraced(function* (
  plugin: Plugin,
  name: string,
  { kind, values }: Gathered,
  { check: asks, signIn: way }: Options
) {
  const filled = Gather.filledBySignIn(kind)
  const later = kind.fields.filter(({ options }) => options === "provider").map((field) => field.name)
  const wrong = problemsOf(kind, values, asks ? [...filled, ...later] : filled)
  if (wrong.length > 0)
    return yield* failed({ ...invalidReason(wrong), fix: `${NOT_STORED} ${howToGive(kind, wrong)}` })
  const account = makeAccount({ plugin: plugin.id, name, kind, values, revision: "new" })
  const placeholders = Object.fromEntries(filled.map((field) => [field, NOT_YET]))
  const candidate: Account = { ...account, secrets: { ...account.secrets, ...placeholders } }
  yield* Effect.mapError(Effect.fromResult(kind.validate(candidate)), unstored(NOT_STORED))
  const grant =
    kind.signIn === undefined
      ? undefined
      : yield* Effect.mapError(signIn(kind.signIn, account, way), unstored(NOT_STORED))
  const secrets = { ...account.secrets, ...(grant !== undefined && { token: grant.accessToken }) }
  const connected: Account = { ...account, secrets }
  const report = asks ? yield* check(kind, connected) : undefined
  const chosen = asks
    ? yield* chooseAtProvider(kind, connected).pipe(
        Effect.provideService(TimeLimit, CHECK_LIMIT),
        Effect.provide(Spend.layerFree),
        Effect.mapError(unstored(NOT_STORED))
      )
    : {}
  const settings = { ...connected.settings, ...chosen }
  const given: PluginAccount = { plugin, kind, account: { ...connected, settings } }
  return { given, grant, report, values: { ...values, ...chosen } }
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
      const stored = yield* StoredAccounts
      const named = (yield* stored.names).find((one) => one.plugin === plugin.id && one.name === name)
      yield* stored.check(named?.id)
      // One that does not open any more can be replaced all the same.
      const old = named && (yield* Effect.orElseSucceed(stored.byId(named.id), () => undefined))
      const before = named && { named, settings: old?.settings ?? {} }
      const gathering = (person?: Asking) => gather(options, plugin, before, person)
      const gathered = yield* isAttended() ? asking(gathering) : gathering()
      const { given, grant, report, values } = yield* settle(plugin, name, gathered, options)
      const { kind } = gathered
      const settings = Object.fromEntries(
        kind.fields.flatMap((field) => {
          const value = field.secret ? "" : (values[field.name] ?? "")
          return value === "" ? [] : [[field.name, value]]
        })
      )
      yield* stored.save(
        { plugin: plugin.id, name, kind: kind.id, settings, secrets: given.account.secrets, grant },
        gathered.replace
      )
      return reportOf(given, grant, report, gathered.replace)
    }).pipe(Effect.provide(Hub.keeping(directory)), Effect.mapError(Hub.unusable(directory)))
  })

export const connect = connectTo(allPlugins)
