/** Pages of lists: the inputs that select a page, and the shape of a page. */
import * as Schema from "effect/Schema"

import * as Names from "./names.ts"

/** Items per page if `per_page` is left out. */
export const DEFAULT_PER_PAGE = 30
/** Maximum number of items per page. */
export const MAX_PER_PAGE = 100

const perPage = Schema.Int.check(
  Schema.makeFilter((value) => (value > 0 && value <= MAX_PER_PAGE ? undefined : `must be from 1 to ${MAX_PER_PAGE}`))
)

/** Paging inputs of every list: a page is selected by its number or by the cursor that the previous page returned. */
export const paging = {
  /** Page number, from 1. */
  page: Schema.optionalKey(Names.positive()),
  /** Items per page, 1 to 100; 30 by default, 100 if a whole list is read. */
  per_page: Schema.optionalKey(perPage),
  /** From the `next` of the previous page. */
  cursor: Schema.optionalKey(Names.text())
}

/** The schema fields that select a page. */
export type Paging = typeof paging

const PageInput = Schema.Struct(paging)
/** The input that selects a page. */
export type PageInput = typeof PageInput.Type

const next = Schema.Union([Schema.Struct({ page: Schema.Int }), Schema.Struct({ cursor: Schema.String })])

/** The schema of one page of a list with items of a schema. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    /** Number of items on all pages, if the service gives it or this is the last page. */
    total: Schema.optionalKey(Schema.Int),
    /** Number of pages of this size, if the service gives it. */
    pages: Schema.optionalKey(Schema.Int),
    /** The input for the next page; absent on the last one. */
    next: Schema.optionalKey(next),
    /** What the service left out, and what would change that. */
    notice: Schema.optionalKey(Schema.String)
  })

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** Number of items on all pages, if the service gives it or this is the last page. */
  readonly total?: number
  /** Number of pages of this size, if the service gives it. */
  readonly pages?: number
  /** The input for the next page; absent on the last one. */
  readonly next?: typeof next.Type
  /** What the service left out, and what would change that. */
  readonly notice?: string
}
