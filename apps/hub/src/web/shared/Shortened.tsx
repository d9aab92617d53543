/** The first items of a list that is long, by what matters, and the button that shows all in their own order. */
import { Button } from "@inlay/ui/Button"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

export const Shortened = <A,>(props: {
  readonly items: ReadonlyArray<A>
  /** How many are shown at first. */
  readonly count: number
  /** Those with the least come first. */
  readonly by: (item: A) => number
  /** The button, and which items are shown before it is pressed. */
  readonly words: { readonly all: (count: number) => string; readonly first: string }
  readonly children: (items: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { items, count, by, words } = props
  const [isWhole, setWhole] = useState(false)
  if (isWhole || items.length <= count) return <>{props.children(items)}</>
  return (
    <>
      {props.children(items.toSorted((one, other) => by(one) - by(other)).slice(0, count))}
      <div class="actions">
        <Button onClick={() => setWhole(true)}>{words.all(items.length)}</Button>
        <span class="quiet small">{words.first}</span>
      </div>
    </>
  )
}
