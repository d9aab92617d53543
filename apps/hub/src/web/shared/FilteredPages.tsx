/** A list of the API with its filters: page by page, newest first, or why it is empty. */
import { Button } from "@inlay/ui/Button"
import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"

import { usePages } from "../api/pages.ts"
import { Failure } from "./Failure.tsx"
import { FilterChoice, type Entries } from "./FilterChoice.tsx"
import { Loading } from "./Loading.tsx"
import { Empty } from "./Page.tsx"

interface Filter {
  /** The parameter of the request. */
  readonly name: string
  readonly label: string
  readonly options: Entries
}

const NO_FILTER: Readonly<Record<string, string>> = {}

/**
 * @param turn a change loads the list again
 * @param first what the list is filtered by when it opens
 */
export const useFilteredPages = <A,>(path: string, turn?: number, first = NO_FILTER) => {
  const [filter, setFilter] = useState(first)
  return { filter, setFilter, ...usePages<A>(path, filter, turn) }
}

export const FilteredPages = <A,>(props: {
  readonly pages: ReturnType<typeof useFilteredPages<A>>
  readonly filters: ReadonlyArray<Filter>
  readonly words: Readonly<Record<"filters" | "more" | "none" | "noneOfFilter" | "clear", string>>
  /** What to do if there is nothing yet. */
  readonly first: ComponentChildren
  readonly children: (items: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { words } = props
  const { filter, setFilter, page, error, isMore, again, more } = props.pages
  const isFiltered = Object.values(filter).some((value) => value !== "")
  // They stay once they are there, while a list that a filter left empty is loaded without it.
  const hasFilters = useRef(false)
  hasFilters.current ||= isFiltered || (page?.items.length ?? 0) > 0
  const list = () => {
    if (error !== undefined) return <Failure error={error} onRetry={again} />
    if (page === undefined) return <Loading />
    if (page.items.length > 0) return props.children(page.items)
    return isFiltered ? (
      <Empty text={words.noneOfFilter}>
        <Button onClick={() => setFilter(NO_FILTER)}>{words.clear}</Button>
      </Empty>
    ) : (
      <Empty text={words.none}>{props.first}</Empty>
    )
  }
  return (
    <>
      {hasFilters.current && (
        <div class="filters" role="group" aria-label={words.filters}>
          {props.filters.map(({ name, label, options }) => (
            <FilterChoice
              key={name}
              {...{ label, options }}
              value={filter[name] ?? ""}
              onChoose={(value) => setFilter({ ...filter, [name]: value })}
            />
          ))}
        </div>
      )}
      {list()}
      {error === undefined && page?.next !== undefined && (
        <div>
          <Button busy={isMore} onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  )
}
