/** A list of which the first lines are drawn, and if it is long, a search for the others and a button that draws more. */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

import { triggers as words } from "../../../../locales/repository.ts"

/** What is taken in at a glance. */
const AT_ONCE = 10
const MORE = 50

export const LongList = <A,>(props: {
  readonly items: ReadonlyArray<A>
  /** The text of an item that is searched. */
  readonly textOf: (item: A) => string
  readonly children: (item: A) => ComponentChildren
}) => {
  const { items, textOf, children } = props
  const [query, setQuery] = useState("")
  const [count, setCount] = useState(AT_ONCE)
  const searchWords = query.trim().toLowerCase().split(/\s+/)
  const matches = items.filter((item) => searchWords.every((word) => textOf(item).toLowerCase().includes(word)))
  const more = Math.min(matches.length - count, MORE)
  return (
    <>
      {items.length > AT_ONCE && (
        <input
          type="search"
          class="repo-find"
          aria-label={words.find}
          placeholder={words.find}
          value={query}
          onInput={({ currentTarget: { value } }) => setQuery(value)}
        />
      )}
      <ul class="repo-list">{matches.slice(0, count).map(children)}</ul>
      {items.length > AT_ONCE && (
        <p class="small quiet" role="status">
          {matches.length < items.length && words.matchCount(matches.length, items.length)}
        </p>
      )}
      {more > 0 && (
        <button type="button" class="link" onClick={() => setCount(count + more)}>
          {words.more(more)}
        </button>
      )}
    </>
  )
}
