/** The list of all tool steps, with a search by text and by integration. */
import { Options } from "@inlay/ui/Options"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import type { PluginList, Tool, ToolList } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Empty, Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { SearchField } from "../shared/SearchField.tsx"
import { navigation, searching } from "../words.ts"
import { Effects } from "./Effects.tsx"
import { tools as words } from "./words.ts"

const SEARCHING = searching("tool")

/** A pause in typing after which the search runs. */
const PAUSE_MILLIS = 150

const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLIS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

const List = ({ tools }: { readonly tools: ReadonlyArray<Tool> }) => (
  <ul class="tool-list">
    {tools.map((tool) => (
      <li key={tool.id}>
        <a href={linkTo("tools", tool.id)}>
          <strong>{tool.title}</strong>
          <span class="quiet">{visible(tool.description)}</span>
        </a>
        <Effects tool={tool} />
      </li>
    ))}
  </ul>
)

export const Tools = () => {
  const [query, setQuery] = useState("")
  const [plugin, setPlugin] = useState("")
  const settledQuery = useSettled(query.trim())
  const [plugins] = useLoaded<PluginList>("/api/plugins")
  const [loaded, load] = useLoaded<ToolList>(`/api/tools?query=${encodeURIComponent(settledQuery)}`)
  const all = loaded.value?.tools ?? []
  const matches = all.filter((tool) => plugin === "" || tool.plugin === plugin)
  const clear = () => {
    setQuery("")
    setPlugin("")
  }
  return (
    <Page title={navigation.views.tools} lead={words.lead}>
      <div class="filters" role="search">
        <SearchField label={SEARCHING.search} value={query} onInput={setQuery} />
        <select aria-label={words.plugin} value={plugin} onChange={(event) => setPlugin(event.currentTarget.value)}>
          <option value="">{words.all}</option>
          {plugins.state === "ready" && <Options of={plugins.value.plugins.map(({ id, title }) => [id, title])} />}
        </select>
      </div>
      <p class="unseen" role="status">
        {loaded.state === "ready" ? SEARCHING.count(matches.length) : ""}
      </p>
      <Ready loaded={loaded} onRetry={load}>
        {() =>
          matches.length === 0 ? (
            <Empty text={SEARCHING.noMatch}>
              <button type="button" class="button" onClick={clear}>
                {SEARCHING.showAll}
              </button>
            </Empty>
          ) : (
            <List tools={matches} />
          )
        }
      </Ready>
    </Page>
  )
}
