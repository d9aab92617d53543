/** Pages of lists: which one is asked for, and what one holds. */
import * as Schema from "effect/Schema"

import * as Names from "./names.ts"

/** Items a page where `per_page` is left out. */
export const DEFAULT_PER_PAGE = 30
/** The most items a page. */
export const MAX_PER_PAGE = 100

const perPage = Schema.Int.check(
  Schema.makeFilter((value) => (value > 0 && value <= MAX_PER_PAGE ? undefined : `must be from 1 to ${MAX_PER_PAGE}`))
)

/** The inputs of every list: which page, by its number or by the cursor that the page before gave. */
export const paging = {
  /** From 1. */
  page: Schema.optionalKey(Names.positive()),
  /** Items a page, 1 to 100; 30 by default, 100 where a whole list is read. */
  per_page: Schema.optionalKey(perPage),
  cursor: Schema.optionalKey(Names.text())
}

/** Fields of an input that says which page. */
export type Paging = typeof paging

const PageInput = Schema.Struct(paging)
/** Which page. */
export type PageInput = typeof PageInput.Type

const next = Schema.Union([Schema.Struct({ page: Schema.Int }), Schema.Struct({ cursor: Schema.String })])

/** One page of a list of these items. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    /** Items on all pages, where the service says so or this is the last page. */
    total: Schema.optionalKey(Schema.Int),
    /** Pages of this size, where the service says so. */
    pages: Schema.optionalKey(Schema.Int),
    /** What to ask for the next page; absent on the last one. */
    next: Schema.optionalKey(next)
  })

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** Items on all pages, where the service says so or this is the last page. */
  readonly total?: number
  /** Pages of this size, where the service says so. */
  readonly pages?: number
  /** What to ask for the next page; absent on the last one. */
  readonly next?: typeof next.Type
}
