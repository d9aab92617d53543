/** `inlay connect`: collects an account's values, checks all of them, and stores the account or nothing. */
import { normalValue, type AccountKind } from "@inlay/agent-plugin/Account"
import { wordsOf } from "@inlay/agent-plugin/advice"
import { envOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import * as Connecting from "../../../accounts/connecting.ts"
import type { Values } from "../../../accounts/fields.ts"
import * as Naming from "../../../accounts/naming.ts"
import type { PluginAccount } from "../../../accounts/plugin-account.ts"
import { chooseAtProvider, type Choosing } from "../../../accounts/provider-choices.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { nameTaken } from "../../../accounts/vault/problems.ts"
import * as Runners from "../../../runner.ts"
import type { AccountIdentity } from "../../../storage/AccountRows.ts"
import { asking, isAttended, type Asking } from "../../../terminal/ask.ts"
import { withProgress } from "../../../terminal/progress.ts"
import { dataDirectory } from "../../data-directory.ts"
import { fromFlags, checkFlags } from "../../input/account-values.ts"
import * as Gather from "../../input/gather.ts"
import { allPlugins } from "../../plugins.ts"
import { PluginFiles } from "../../settings.ts"
import { words } from "../../words.ts"
import { reportOf } from "./connect-report.ts"
import { signIn, type Way } from "./sign-in.ts"

export interface Options {
  /** If omitted, the user is asked. */
  readonly plugin: string | undefined
  readonly kind: string | undefined
  readonly name: string | undefined
  readonly set: ReadonlyArray<string>
  readonly replace: boolean
  /** How to sign in, if the account kind has a sign-in. */
  readonly signIn?: Way | undefined
  readonly noCheck: boolean
}

/** Adds to a failed check how to skip it. */
const uncheckedAccount = (error: ProviderError): ProviderError => {
  const { provider, operation, reason } = Connecting.withNothingStored(error)
  const text = [wordsOf(words, reason.remedy, reason), "--no-check stores it without checking."]
    .filter(Boolean)
    .join(" ")
  return new ProviderError({ provider, operation, reason: { ...reason, remedy: { to: "read", text } } })
}

/** Settings from environment variables, such as the client id for a sign-in. Never includes secrets. */
const settingsIn = (env: NodeJS.ProcessEnv, plugin: Plugin, kind: AccountKind): Values =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = field.secret ? "" : normalValue(field, env[envOf(plugin.id, field)] ?? "")
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
  before: { readonly named: AccountIdentity; readonly settings: Values } | undefined,
  person: Asking | undefined
) {
  const replaces =
    before === undefined || options.replace || person === undefined
      ? options.replace
      : yield* person.confirm(`The account ${before.named.name} already exists. Replace it?`)
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
  return { kind, values: { ...earlier, ...values }, replace: before !== undefined } satisfies AccountInput
})

/** Validates the account, signs in, and checks it with the provider. Returns the account as it would be stored. */
const settle = Effect.fnUntraced(function* (
  plugin: Plugin,
  name: string,
  { kind, values }: AccountInput,
  { noCheck, signIn: way }: Options
) {
  const asks = !noCheck
  const account = yield* Connecting.validated({
    plugin,
    name,
    kind,
    values,
    hasChosen: noCheck,
    remedy: (wrong) => ({ to: "read", text: howToGive(kind, wrong) })
  })
  const grant =
    kind.signIn === undefined
      ? undefined
      : yield* Effect.mapError(signIn(kind.signIn, account, way), Connecting.withNothingStored)
  const newAccount = Connecting.withGrant(account, grant)
  const report = asks
    ? yield* Connecting.check(kind, newAccount, words).pipe(
        withProgress("Asking the provider …"),
        Effect.mapError(uncheckedAccount)
      )
    : undefined
  const answers = asks ? yield* Connecting.asking(chooseAtProvider(kind, newAccount, choosing())) : {}
  const settings = { ...newAccount.settings, ...answers }
  const one: PluginAccount = { plugin, kind, account: { ...newAccount, settings } }
  return { one, grant, report, values: { ...values, ...answers } }
})

/** Asks the user at a terminal; otherwise the value must come from a flag. */
const choosing = (): Choosing => ({
  ...(isAttended() && {
    ask: (field, options) => asking((person) => Gather.askChoice(person, field, options, undefined))
  }),
  howToGive: (field) => `Give it with --set ${field.name}=VALUE.`
})

const howToGive = (kind: AccountKind, wrong: ReadonlyArray<{ readonly field: string }>): string => {
  const fields = kind.fields.filter(({ name }) => wrong.some(({ field }) => field === name))
  const flags = fields.filter(({ secret }) => !secret).map(({ name }) => `--set ${name}=VALUE`)
  const secrets = fields.filter(({ secret }) => secret).map(({ name }) => name)
  return [
    ...(flags.length === 0 ? [] : [`Add ${flags.join(" ")}.`]),
    ...(secrets.length === 0 ? [] : [`Give ${secrets.join(" and ")} on standard input, or run it on a terminal.`])
  ].join(" ")
}

/** Asks the user at a terminal; a script must name the plugin. */
const choosePlugin = (plugins: ReadonlyArray<Plugin>): Effect.Effect<Plugin, ProviderError> =>
  isAttended() ? asking((person) => Gather.askPlugin(person, plugins)) : Effect.fail(Naming.noPlugin(plugins))

export const connectTo = (plugins: ReadonlyArray<Plugin>) =>
  Effect.fnUntraced(function* (options: Options) {
    const plugin = yield* options.plugin === undefined
      ? choosePlugin(plugins)
      : Naming.findPlugin(plugins, options.plugin)
    yield* checkFlags(plugin, options.set)
    const name = yield* Naming.checkName(options.name ?? Naming.DEFAULT_NAME)
    if (options.kind !== undefined) yield* Naming.findKind(plugin, options.kind)
    const directory = yield* dataDirectory
    return yield* Effect.gen(function* () {
      const storedAccounts = yield* StoredAccounts
      const sameName = (yield* storedAccounts.names).find((one) => one.plugin === plugin.id && one.name === name)
      yield* storedAccounts.check(sameName?.id)
      // An account that can no longer be opened can still be replaced.
      const old = sameName && (yield* Effect.orElseSucceed(storedAccounts.byId(sameName.id), () => undefined))
      const before = sameName && { named: sameName, settings: old?.settings ?? {} }
      const gathering = (person?: Asking) => gather(options, plugin, before, person)
      const input = yield* isAttended() ? asking(gathering) : gathering()
      const { one, grant, report, values } = yield* settle(plugin, name, input, options)
      const { kind } = input
      const settings = Connecting.settingsOf(kind, values)
      yield* storedAccounts.save(
        { plugin: plugin.id, name, kind: kind.id, settings, secrets: one.account.secrets, grant },
        { replace: input.replace }
      )
      return reportOf(one, grant, report, input.replace, yield* PluginFiles)
    }).pipe(Effect.provide(Runners.accountManagement(directory)))
  })

export const connect = (options: Options) => Effect.flatMap(allPlugins, (plugins) => connectTo(plugins)(options))
