/** Pages of lists: paging inputs and page outputs. */
import * as Schema from "effect/Schema"

import { integerFrom, text } from "./names.ts"

/** The maximum page size. The service's default is 50. */
export const MAX_PAGE_SIZE = 200

/** The paging inputs of every list. */
export const paging = {
  /** Items per page, 1 to 200. Defaults to 50 for a single page and to 200 if a whole list is read. */
  pageSize: Schema.optionalKey(integerFrom(1, MAX_PAGE_SIZE)()),
  /** From the `next` of the previous page. */
  pageToken: Schema.optionalKey(text(4096)())
}

/** One page of a list of these items. */
export const pageOf = <S extends Schema.Top>(items: S) =>
  Schema.Struct({
    items: Schema.Array(items),
    /** The input for the next page. Absent on the last page. */
    next: Schema.optionalKey(Schema.Struct({ pageToken: Schema.String }))
  })

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** The input for the next page. Absent on the last page. */
  readonly next?: { readonly pageToken: string }
}

const PageInput = Schema.Struct(paging)
/** Selects a page. */
export type PageInput = typeof PageInput.Type
