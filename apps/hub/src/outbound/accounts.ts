/** The connected accounts: for now those that environment variables make, and what keeps one from working. */
import {
  Accounts,
  envOf,
  fromEnvironment,
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

export type Environment = Readonly<Record<string, string | undefined>>

/** An account with the plugin and the kind it belongs to. */
export interface Connected {
  readonly plugin: Plugin
  readonly kind: AccountKind
  readonly account: Account
}

export const connected = (plugins: ReadonlyArray<Plugin>, env: Environment): ReadonlyArray<Connected> =>
  plugins.flatMap((plugin) => {
    const account = fromEnvironment(plugin, env)
    const kind = plugin.accountKinds.find(({ id }) => id === account?.kind)
    return account === undefined || kind === undefined ? [] : [{ plugin, kind, account }]
  })

export const layer = (plugins: ReadonlyArray<Plugin>, env: Environment): Layer.Layer<Accounts> =>
  Layer.sync(Accounts, () => {
    const accounts = connected(plugins, env).map(({ account }) => account)
    return { all: Effect.succeed(accounts) }
  })

const isGiven = (account: Account, field: Field): boolean =>
  account.settings[field.name] !== undefined || account.secrets[field.name] !== undefined

/** Required fields that are not given. */
export const missing = ({ plugin, kind, account }: Connected): ReadonlyArray<Problem> =>
  kind.fields
    .filter((field) => field.required && !isGiven(account, field))
    .map((field) => ({ what: `${field.label}: not given.`, fix: `Set ${envOf(plugin.id, field)}.` }))

/** A failure to connect, with the variables of the fields it is about. */
export const problemOf = ({ plugin, kind }: Connected, { reason }: ProviderError): Problem => {
  const wrong = reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : []
  const isAddress = reason._tag === "Refused" && reason.guard === "baseAddress"
  const variables = kind.fields
    .filter(({ name, type }) => wrong.includes(name) || (isAddress && type === "url"))
    .map((field) => envOf(plugin.id, field))
  return { what: reason.what, fix: variables.length === 0 ? reason.fix : `Correct ${variables.join(" and ")}.` }
}

const silent = Layer.succeed(Transport, { send: () => Effect.die("nothing is sent here") })
const unused = Layer.succeed(Spend, {
  run: () => Effect.die("nothing is bought here"),
  preview: () => Effect.die("nothing is bought here")
})

/** Why an account cannot work, as far as its settings tell. Nothing is sent. */
export const problems = (given: Connected): Effect.Effect<ReadonlyArray<Problem>> => {
  const absent = missing(given)
  if (absent.length > 0) return Effect.succeed(absent)
  return given.plugin.connect(given.account).pipe(
    Effect.provide([silent, unused]),
    Effect.as([]),
    Effect.catch((error) => Effect.succeed([problemOf(given, error)]))
  )
}

/** The variables that connect an account of a plugin. */
export const howToConnect = (plugin: Plugin): string => {
  const required = (plugin.accountKinds[0]?.fields ?? []).filter((field) => field.required)
  return `Set ${required.map((field) => envOf(plugin.id, field)).join(" and ")}.`
}

/** A setting as it may be shown: an address without the user name, password or query that someone put there. */
export const shownSetting = (field: Field, value: string): string =>
  field.type === "url" ? value.replace(/\/\/[^/]*@/, "//<redacted>@").replace(/[?#].*$/s, "?<redacted>") : value
