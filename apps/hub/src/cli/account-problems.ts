/** Problems that keep an account from working, with the command, flag or variable that fixes each. */
import { problemOf, type Account, type Field, type Problem } from "@inlay/agent-plugin/Account"
import { envOf, variablesOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import { ENVIRONMENT, withKind, type PluginAccount } from "../accounts/plugin-account.ts"
import { pluginLoaders } from "../plugin-loaders.gen.ts"
import { connectWords, withFiles } from "./words.ts"

/** How to connect an account of a plugin: a command or environment variables. @param files those of `--plugin` */
export const howToConnect = ({ id, accountKinds }: Plugin, files: ReadonlyArray<string>): string =>
  withFiles(
    connectWords({ plugin: id, variables: variablesOf(id, accountKinds) }),
    Object.hasOwn(pluginLoaders, id) ? [] : files
  )

/** The command that replaces an account's settings or secrets. */
export const reconnect = ({ plugin, name }: Pick<Account, "plugin" | "name">): string =>
  `inlay connect ${plugin} --name ${name} --replace`

const hasValue = (account: Account, field: Field): boolean =>
  account.settings[field.name] !== undefined || account.secrets[field.name] !== undefined

/** Required fields without a value. */
export const missing = ({ plugin, kind, account }: PluginAccount): ReadonlyArray<Problem> =>
  kind.fields
    .filter((field) => field.required && !hasValue(account, field))
    .map((field) => ({
      what:
        field.type === "file" && account.name === ENVIRONMENT
          ? `${field.label}: not given, or the file cannot be read.`
          : `${field.label}: not given.`,
      remedy: {
        to: "read",
        text: account.name === ENVIRONMENT ? `Set ${envOf(plugin.id, field)}.` : `Run \`${reconnect(account)}\`.`
      }
    }))

/** Turns a failed connection into a problem that names the variables or flags of the fields concerned. */
export const connectProblem = (one: PluginAccount, error: ProviderError): Problem => {
  const { plugin, kind, account } = one
  const { reason } = error
  const wrong = reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : []
  const isAddress = reason._tag === "Refused" && reason.guard === "baseAddress"
  const fields = kind.fields.filter(({ name, type }) => wrong.includes(name) || (isAddress && type === "url"))
  if (fields.length === 0) {
    const remedy = reason.remedy?.to === "enterKey" ? missing(one)[0]?.remedy : undefined
    return remedy === undefined ? problemOf(error) : { what: reason.what, remedy }
  }
  const text =
    account.name === ENVIRONMENT
      ? `Correct ${fields.map((field) => envOf(plugin.id, field)).join(" and ")}.`
      : `Run \`${[reconnect(account), ...fields.map(({ name }) => `--set ${name}=VALUE`)].join(" ")}\`.`
  return { what: reason.what, remedy: { to: "read", text } }
}

/** Adds the flag or variable of the wrong setting to a failure of the account's settings. */
export const ofSettings = (error: ProviderError, plugin: Plugin, account: Account | undefined): ProviderError => {
  const one = error.operation === "connect" ? withKind(plugin, account)[0] : undefined
  if (one === undefined) return error
  const { what, remedy } = connectProblem(one, error)
  return withReason(error, { nothing: "sent", ...error.reason, what, ...(remedy !== undefined && { remedy }) })
}

/** The problems that can be found from an account's settings alone. */
export const problems = (one: PluginAccount): ReadonlyArray<Problem> => {
  const absent = missing(one)
  if (absent.length > 0) return absent
  const valid = one.kind.validate(one.account)
  return Result.isSuccess(valid) ? [] : [connectProblem(one, valid.failure)]
}
