/** Pages of lists: which one is asked for, and what one holds. */
import * as Schema from "effect/Schema"

import { integerFrom, text } from "./names.ts"

/** The most items a page; the service's own default is 50. */
export const MAX_PAGE_SIZE = 200

/** The inputs of every list: which page. */
export const paging = {
  /** Items a page, 1 to 200; 50 by default, 200 where a whole list is read. */
  pageSize: Schema.optionalKey(integerFrom(1, MAX_PAGE_SIZE)()),
  /** What the page before gave as `next`. */
  pageToken: Schema.optionalKey(text(4096)())
}

/** One page of a list of these items. */
export const pageOf = <S extends Schema.Top>(items: S) =>
  Schema.Struct({
    items: Schema.Array(items),
    /** What to ask for the next page; absent on the last one. */
    next: Schema.optionalKey(Schema.Struct({ pageToken: Schema.String }))
  })

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** What to ask for the next page; absent on the last one. */
  readonly next?: { readonly pageToken: string }
}

const PageInput = Schema.Struct(paging)
/** Which page. */
export type PageInput = typeof PageInput.Type
