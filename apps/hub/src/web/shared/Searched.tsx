/** A list with a search field above it, if it is long. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

import { searching } from "../words.ts"
import { Empty } from "./Page.tsx"
import { SearchField } from "./SearchField.tsx"

/** Whether a text contains every word of a query, in any order. */
const matches = (text: string, query: string): boolean => {
  const lower = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** A shorter list is taken in at a glance. */
const LONG = 10

export const Searched = <A,>(props: {
  readonly items: ReadonlyArray<A>
  /** The text of an item that is searched. */
  readonly textOf: (item: A) => string
  /** What an item is called. */
  readonly noun: string
  readonly children: (items: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { items, textOf } = props
  const words = searching(props.noun)
  const [query, setQuery] = useState("")
  if (items.length < LONG) return <>{props.children(items)}</>
  const selection = items.filter((item) => matches(textOf(item), query.trim()))
  return (
    <>
      <div class="filters" role="search">
        <SearchField label={words.search} value={query} onInput={setQuery} />
      </div>
      <p class="unseen" role="status">
        {words.count(selection.length)}
      </p>
      {selection.length === 0 ? (
        <Empty text={words.noMatch}>
          <button type="button" class="button" onClick={() => setQuery("")}>
            {words.showAll}
          </button>
        </Empty>
      ) : (
        props.children(selection)
      )}
    </>
  )
}
