/** Connected accounts as commands show them: those of the environment and the stored ones, and what keeps one from working. */
import {
  envOf,
  fromEnvironment,
  make as makeAccount,
  type Account,
  type AccountKind,
  type Field,
  type Problem
} from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import type { StoredAccount } from "./stored-account.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The name of the environment's account; no stored one has it. */
export const ENVIRONMENT = "env"

/** An account with the plugin and the kind it belongs to. */
export interface Connected {
  readonly plugin: Plugin
  readonly kind: AccountKind
  readonly account: Account
  /** Where it is kept; absent for one of the environment. */
  readonly stored?: StoredAccount
}

const withKind = (plugin: Plugin, account: Account | undefined): ReadonlyArray<Connected> => {
  const kind = plugin.accountKinds.find(({ id }) => id === account?.kind)
  return account === undefined || kind === undefined ? [] : [{ plugin, kind, account }]
}

export const connected = (plugins: ReadonlyArray<Plugin>, env: Environment): ReadonlyArray<Connected> =>
  plugins.flatMap((plugin) => withKind(plugin, fromEnvironment(plugin, env)))

/** Of these accounts the one that a call to a plugin is about, if it can be told. */
export const calledOf = (
  plugins: ReadonlyArray<Plugin>,
  accounts: ReadonlyArray<Account>,
  call: { readonly plugin: string; readonly account: string | undefined }
): Connected | undefined => {
  const own = accounts.filter(({ plugin }) => plugin === call.plugin)
  const account = own.find(({ name }) => name === call.account) ?? (own.length === 1 ? own[0] : undefined)
  return plugins.filter(({ id }) => id === call.plugin).flatMap((plugin) => withKind(plugin, account))[0]
}

/** A stored account with its kind's defaults; `undefined` where this program has no such plugin or kind. */
export const fromStored = (plugins: ReadonlyArray<Plugin>, stored: StoredAccount): Connected | undefined => {
  const plugin = plugins.find(({ id }) => id === stored.plugin)
  const kind = plugin?.accountKinds.find(({ id }) => id === stored.kind)
  if (plugin === undefined || kind === undefined) return undefined
  const secrets = Object.entries(stored.secrets).map(([field, secret]) => [field, Redacted.value(secret)])
  const values = { ...stored.settings, ...Object.fromEntries(secrets) }
  const account = makeAccount({ plugin: plugin.id, name: stored.name, kind, values, revision: stored.revision })
  return { plugin, kind, account, stored }
}

const isGiven = (account: Account, field: Field): boolean =>
  account.settings[field.name] !== undefined || account.secrets[field.name] !== undefined

/** Required fields that are not given. */
export const missing = ({ plugin, kind, account }: Connected): ReadonlyArray<Problem> =>
  kind.fields
    .filter((field) => field.required && !isGiven(account, field))
    .map((field) => ({
      what: `${field.label}: not given.`,
      fix: account.name === ENVIRONMENT ? `Set ${envOf(plugin.id, field)}.` : `Run \`${reconnect(account)}\`.`
    }))

/** The command that gives an account other settings or secrets. */
export const reconnect = ({ plugin, name }: Pick<Account, "plugin" | "name">): string =>
  `inlay connect ${plugin} --name ${name} --replace`

/** A failure to connect, with the variables or flags of the fields it is about. */
export const problemOf = ({ plugin, kind, account }: Connected, { reason }: ProviderError): Problem => {
  const wrong = reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : []
  const isAddress = reason._tag === "Refused" && reason.guard === "baseAddress"
  const fields = kind.fields.filter(({ name, type }) => wrong.includes(name) || (isAddress && type === "url"))
  if (fields.length === 0) return { what: reason.what, fix: reason.fix }
  const fix =
    account.name === ENVIRONMENT
      ? `Correct ${fields.map((field) => envOf(plugin.id, field)).join(" and ")}.`
      : `Run \`${[reconnect(account), ...fields.map(({ name }) => `--set ${name}=VALUE`)].join(" ")}\`.`
  return { what: reason.what, fix }
}

const silent = Layer.succeed(Transport, { send: () => Effect.die("nothing is sent here") })
const unused = Layer.succeed(Spend, {
  run: () => Effect.die("nothing is bought here"),
  preview: () => Effect.die("nothing is bought here"),
  unknowns: () => Effect.die("nothing is bought here"),
  settleUnknown: () => Effect.die("nothing is bought here")
})

/** Fails where an account's settings cannot work. Nothing is sent. */
export const possible = ({ plugin, account }: Connected): Effect.Effect<void, ProviderError> =>
  Effect.asVoid(Effect.provide(plugin.connect(account), [silent, unused]))

/** Why an account cannot work, as far as its settings tell. Nothing is sent. */
export const problems = (given: Connected): Effect.Effect<ReadonlyArray<Problem>> => {
  const absent = missing(given)
  if (absent.length > 0) return Effect.succeed(absent)
  return possible(given).pipe(
    Effect.as([]),
    Effect.catch((error) => Effect.succeed([problemOf(given, error)]))
  )
}

/** The command or the variables that connect an account of a plugin. */
export const howToConnect = (plugin: Plugin): string => {
  const required = (plugin.accountKinds[0]?.fields ?? []).filter((field) => field.required)
  return `Run \`inlay connect ${plugin.id}\`, or set ${required.map((field) => envOf(plugin.id, field)).join(" and ")}.`
}

/** A setting as it may be shown: an address without the user name, password or query that someone put there. */
export const shownSetting = (field: Field, value: string): string =>
  field.type === "url" ? value.replace(/\/\/[^/]*@/, "//<redacted>@").replace(/[?#].*$/s, "?<redacted>") : value

/** An account's settings as they may be shown. */
export const shownSettings = ({ kind, account }: Connected): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kind.fields.flatMap((field) => {
      const value = account.settings[field.name]
      return value === undefined ? [] : [[field.name, shownSetting(field, value)]]
    })
  )
