/** Looks up plugins, account kinds and accounts by name. For unknown names, suggests the nearest ones. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { envOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { hubError, wrongField, unknownName } from "../hub-error.ts"
import { ENVIRONMENT, type Environment } from "./plugin-account.ts"
import type { AccountIdentity } from "./StoredAccounts.ts"

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
/** A longer name is omitted rather than truncated: it may be a secret in the wrong place. */
const MAX_SAID = 40

const quote = (name: string): string => (name.length > MAX_SAID ? "of that name" : ProviderText.line(name, MAX_SAID))

export const findPlugin = (plugins: ReadonlyArray<Plugin>, id: string): Effect.Effect<Plugin, ProviderError> => {
  const plugin = plugins.find((one) => one.id === id)
  if (plugin !== undefined) return Effect.succeed(plugin)
  const nearestIds = nearest(
    id,
    plugins.map((one) => one.id)
  )
  return Effect.fail(unknownName("connect", `There is no plugin ${quote(id)}.`, nearestIds))
}

/** The failure if no plugin was named and there is nobody to ask. */
export const noPlugin = (plugins: ReadonlyArray<Plugin>): ProviderError => {
  const ids = plugins.map(({ id }) => id)
  return wrongField("connect", "<plugin>", `is required: ${ids.join(", ")}`)
}

export const findKind = (plugin: Plugin, id: string): Effect.Effect<AccountKind, ProviderError> => {
  const kind = plugin.accountKinds.find((one) => one.id === id)
  if (kind !== undefined) return Effect.succeed(kind)
  const kinds = plugin.accountKinds.map((one) => one.id)
  return Effect.fail(unknownName("connect", `${plugin.title} has no kind of account ${quote(id)}.`, kinds))
}

/** Validates the name of a new account. @param field the name of the field in errors */
export const checkName = (name: string, field = "--name"): Effect.Effect<string, ProviderError> => {
  if (name === ENVIRONMENT) {
    return Effect.fail(
      wrongField("connect", field, "must not be env: that name is reserved for the environment's account")
    )
  }
  return NAME.test(name)
    ? Effect.succeed(name)
    : Effect.fail(
        wrongField(
          "connect",
          field,
          "must be 1 to 40 characters of a-z, 0-9 and hyphens, and must not start with a hyphen"
        )
      )
}

/** The variables that are set of the environment's accounts: of one plugin, or of all if it is undefined. */
const setVariables = (plugins: ReadonlyArray<Plugin>, env: Environment, pluginId: string | undefined) =>
  plugins
    .filter(({ id }) => pluginId === undefined || id === pluginId)
    .flatMap(({ id, accountKinds }) => accountKinds.flatMap(({ fields }) => fields.map((field) => envOf(id, field))))
    .filter((variable, index, all) => (env[variable] ?? "") !== "" && all.indexOf(variable) === index)

/** The failure if the account of the environment is named where only a stored account can be. */
const notStored = (operation: string, plugin: string | undefined, variables: ReadonlyArray<string>): ProviderError =>
  variables.length === 0
    ? unknownName(operation, `There is no account ${ENVIRONMENT}: no environment variables of one are set.`, [])
    : hubError(operation, {
        _tag: "Conflict",
        what: `The account ${plugin === undefined ? ENVIRONMENT : `${plugin}/${ENVIRONMENT}`} is not stored: it comes from environment variables.`,
        remedy: { to: "read", text: `Change or unset ${variables.join(", ")} where the program is started.` },
        nothing: "changed"
      })

/**
 * Finds a stored account by `plugin/name`, or by its name alone if that is unique.
 * @param caller what the account is needed for, and where an account of the environment may come from
 */
export const findAccount = (
  accounts: ReadonlyArray<AccountIdentity>,
  reference: string,
  caller: { readonly operation: string; readonly plugins: ReadonlyArray<Plugin>; readonly env: Environment }
): Effect.Effect<AccountIdentity, ProviderError> => {
  const { operation, plugins, env } = caller
  const exact = accounts.filter((one) => scopeOf(one) === reference)
  const candidates = exact.length > 0 ? exact : accounts.filter(({ name }) => name === reference)
  if (candidates[0] !== undefined && candidates.length === 1) return Effect.succeed(candidates[0])
  const [plugin, name] = reference.includes("/") ? reference.split("/") : [undefined, reference]
  if (name === ENVIRONMENT) return Effect.fail(notStored(operation, plugin, setVariables(plugins, env, plugin)))
  const suggestions = candidates.length > 1 ? candidates.map(scopeOf) : nearest(reference, accounts.map(scopeOf))
  return Effect.fail(
    unknownName(
      operation,
      candidates.length > 1
        ? `Several accounts are named ${quote(reference)}.`
        : `There is no stored account ${quote(reference)}${suggestions.length === 0 ? "; none is stored" : ""}.`,
      suggestions
    )
  )
}
