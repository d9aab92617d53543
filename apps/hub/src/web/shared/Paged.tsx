/** A list of pages: its items or why there are none, and the button for the next page, if there is one. */
import { Button } from "@inlay/ui/Button"
import type { ComponentChildren } from "preact"

import type { Pages } from "../api/pages.ts"
import { Failure } from "./Failure.tsx"
import { Loading } from "./Loading.tsx"

export const Paged = <A,>(props: {
  readonly pages: Pages<A>
  readonly more: string
  /** In place of an empty list. */
  readonly none: ComponentChildren
  readonly children: (items: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { page, error, isMore, again, more } = props.pages
  if (error !== undefined) return <Failure error={error} onRetry={again} />
  if (page === undefined) return <Loading />
  return (
    <>
      {page.items.length > 0 ? props.children(page.items) : props.none}
      {page.next !== undefined && (
        <div>
          <Button busy={isMore} onClick={more}>
            {props.more}
          </Button>
        </div>
      )}
    </>
  )
}
