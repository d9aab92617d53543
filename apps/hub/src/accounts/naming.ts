/** Looks up plugins, account kinds and accounts by name. For unknown names, suggests the nearest ones. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { envOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { hubError, wrongField, unknownName } from "../hub-error.ts"
import type { AccountIdentity } from "../storage/AccountRows.ts"
import { ENVIRONMENT, type Environment } from "./plugin-account.ts"

/** The name of a new account that is given none. */
export const DEFAULT_NAME = "main"

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
/** A longer name is omitted rather than truncated: it may be a secret in the wrong place. */
const MAX_SAID = 40

const quote = (name: string): string => (name.length > MAX_SAID ? "of that name" : ProviderText.line(name, MAX_SAID))

export const findPlugin = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, id: string) {
  const ids = plugins.map((one) => one.id)
  return (
    plugins.find((one) => one.id === id) ??
    (yield* unknownName("connect", `There is no plugin ${quote(id)}.`, nearest(id, ids)))
  )
})

/** The failure if no plugin was named and there is nobody to ask. */
export const noPlugin = (plugins: ReadonlyArray<Plugin>): ProviderError => {
  const ids = plugins.map(({ id }) => id)
  return wrongField("connect", "<plugin>", `is required: ${ids.join(", ")}`)
}

export const findKind = Effect.fnUntraced(function* ({ title, accountKinds }: Plugin, id: string) {
  const ids = accountKinds.map((one) => one.id)
  return (
    accountKinds.find((one) => one.id === id) ??
    (yield* unknownName("connect", `${title} has no kind of account ${quote(id)}.`, ids))
  )
})

/** Validates the name of a new account. @param field the name of the field in errors */
export const checkName = Effect.fnUntraced(function* (name: string, field = "--name") {
  const wrong = (message: string) => wrongField("connect", field, message)
  if (name === ENVIRONMENT) {
    return yield* wrong("must not be env: that name is reserved for the environment's account")
  }
  if (NAME.test(name)) return name
  return yield* wrong("must be 1 to 40 characters of a-z, 0-9 and hyphens, and must not start with a hyphen")
})

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
export const findAccount = Effect.fnUntraced(function* (
  accounts: ReadonlyArray<AccountIdentity>,
  reference: string,
  caller: { readonly operation: string; readonly plugins: ReadonlyArray<Plugin>; readonly env: Environment }
) {
  const { operation, plugins, env } = caller
  const exact = accounts.filter((one) => scopeOf(one) === reference)
  const candidates = exact.length > 0 ? exact : accounts.filter(({ name }) => name === reference)
  if (candidates[0] !== undefined && candidates.length === 1) return candidates[0]
  const [plugin, name] = reference.includes("/") ? reference.split("/") : [undefined, reference]
  if (name === ENVIRONMENT) return yield* notStored(operation, plugin, setVariables(plugins, env, plugin))
  if (candidates.length > 1) {
    return yield* unknownName(operation, `Several accounts are named ${quote(reference)}.`, candidates.map(scopeOf))
  }
  const suggestions = nearest(reference, accounts.map(scopeOf))
  const none = suggestions.length === 0 ? "; none is stored" : ""
  return yield* unknownName(operation, `There is no stored account ${quote(reference)}${none}.`, suggestions)
})
