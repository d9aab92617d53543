/** What somebody at a command line can do about a failure: the commands, flags and variables by name. */
import { envOf, type Account, type Field, type Problem } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { withReason, type Connectable, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import { ENVIRONMENT, type PluginAccount } from "../accounts/plugin-account.ts"

const connect = ({ plugin, variables }: Pick<Connectable, "plugin" | "variables">): string =>
  `Run \`inlay connect ${plugin}\`, or set ${variables.join(" and ")}.`

/** The command or the variables that connect an account of a plugin. */
export const howToConnect = ({ id, accountKinds }: Plugin): string => {
  const required = (accountKinds[0]?.fields ?? []).filter((field) => field.required)
  return connect({ plugin: id, variables: required.map((field) => envOf(id, field)) })
}

/** A failure of the runner, whose facts say what would help. */
export const advised = (error: ProviderError): ProviderError => {
  const { reason, provider, operation } = error
  if ((reason._tag === "Unauthorized" || reason._tag === "NotFound") && reason.connectable !== undefined) {
    return withReason(error, { ...reason, fix: connect(reason.connectable) })
  }
  return reason._tag === "NotFound" && provider === "inlay" && operation === "run"
    ? withReason(error, { ...reason, fix: `${reason.fix} \`inlay tools\` lists all.` })
    : error
}

/** The command that gives an account other settings or secrets. */
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
      fix: account.name === ENVIRONMENT ? `Set ${envOf(plugin.id, field)}.` : `Run \`${reconnect(account)}\`.`
    }))

/** A failure to connect, with the variables or flags of the fields it is about. */
export const problemOf = ({ plugin, kind, account }: PluginAccount, { reason }: ProviderError): Problem => {
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

/** Why an account cannot work, as far as its settings tell. */
export const problems = (one: PluginAccount): ReadonlyArray<Problem> => {
  const absent = missing(one)
  if (absent.length > 0) return absent
  const valid = one.kind.validate(one.account)
  return Result.isSuccess(valid) ? [] : [problemOf(one, valid.failure)]
}
