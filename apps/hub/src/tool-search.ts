/** Searches tool steps by text. */
import type { Entry } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"

/**
 * Steps that mention every word of the query, those with all words in the id or title first. A full id finds only that
 * step.
 */
export const search = (plugins: ReadonlyArray<Plugin>, query: string): ReadonlyArray<Entry<Plugin>> => {
  const all = plugins.flatMap((plugin) => plugin.toolSteps.map((step) => ({ plugin, step })))
  const exact = all.filter(({ step }) => step.id === query.trim())
  if (exact.length > 0) return exact
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const mention = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const inName = ({ step }: Entry<Plugin>) => mention(`${step.id} ${step.title}`)
  const anywhere = ({ plugin, step }: Entry<Plugin>) =>
    mention([step.id, step.title, step.description, plugin.id, plugin.title].join(" "))
  return [...all.filter(inName), ...all.filter((entry) => anywhere(entry) && !inName(entry))]
}
