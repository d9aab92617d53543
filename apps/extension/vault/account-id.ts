/** What accounts are called in this browser, and were before they had names. */

/** An account's id in this browser; also what its cache and ledger are kept under. */
export const accountId = (plugin: string, name: string): string => `${plugin}/${name}`

/** The plugin and name of an id. */
export const refOf = (id: string): { readonly plugin: string; readonly name: string } => {
  const slash = id.indexOf("/")
  return { plugin: id.slice(0, Math.max(0, slash)), name: id.slice(slash + 1) }
}

/** What the one account of a plugin is called that was connected when there could be no second. */
const FIRST_NAME = "default"

/** The id that it had then; `undefined` for every other account. */
export const formerId = (id: string): string | undefined => {
  const { plugin, name } = refOf(id)
  return name === FIRST_NAME ? accountId(plugin, "browser") : undefined
}
