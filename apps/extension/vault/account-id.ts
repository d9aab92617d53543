/** The ids of this browser's accounts, and the ids that they had before accounts had names. */

/** An account's id in this browser. Its cache and ledger rows use the same id as their scope. */
export const accountId = (plugin: string, name: string): string => `${plugin}/${name}`

/** Splits an id into plugin and account name. */
export const refOf = (id: string): { readonly plugin: string; readonly name: string } => {
  const slash = id.indexOf("/")
  return { plugin: id.slice(0, Math.max(0, slash)), name: id.slice(slash + 1) }
}

/** The name given to an account from when each plugin could have only one. */
const FIRST_NAME = "default"

/** Returns the id that such an account had at that time, or `undefined` for every other account. */
export const formerId = (id: string): string | undefined => {
  const { plugin, name } = refOf(id)
  return name === FIRST_NAME ? accountId(plugin, "browser") : undefined
}

/** The id of the account that a scope of the ledger or the cache names. It may continue with `@` and an address. */
export const idOfScope = (scope: string): string => scope.replace(/@.*$/s, "")
