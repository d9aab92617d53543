/**
 * What every list step takes and gives: one page, trimmed to the fields asked for and to what an answer may hold, how many
 * there are, and the input of the next page or of the rest in full, so that nobody reads page 1 twice.
 */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost, type CodeHostClient } from "../client/CodeHost.ts"
import type { Page, PageInput } from "../client/pages.ts"

/** What a list step takes besides its query. */
const paging = {
  page: Schema.optionalKey(Schema.Int),
  per_page: Schema.optionalKey(Schema.Int),
  ...Listing.trimming
}

interface Paged extends PageInput {
  readonly fields?: ReadonlyArray<string>
  readonly skip?: number
  readonly max_kb?: number
}

/** A page as a step gives it; every field of an item may have been left out. */
const trimmedPage = <F extends Schema.Struct.Fields>(item: Schema.Struct<F>) => ({
  items: Schema.Array(Listing.partial(item)),
  /** Items on all pages, where it is known. */
  total: Schema.optionalKey(Schema.Int),
  /** Pages of this size, where it is known. */
  pages: Schema.optionalKey(Schema.Int),
  ...Listing.cuts
})

const skipProblem = (skip: number | undefined) =>
  skip !== undefined && skip < 0 ? [{ field: "skip", message: "must be 0 or more" }] : []

/** No list of these steps goes on so today; it is not taken for one that has ended. */
const BY_CURSOR = "items: more follow by a cursor, which this tool does not take; API Call reads on by the link header"

/** Space for all but the items. */
const AROUND_BYTES = 700

/**
 * A list step over one of the client's pages; only the parts that differ are given.
 *
 * @param more fields of the page beside its items
 */
export const make = <I extends Schema.Struct.Fields, F extends Schema.Struct.Fields>(
  step: Pick<ToolStep.StepInfo, "id" | "title" | "description" | "scopes"> & {
    readonly query: I
    readonly item: Schema.Struct<F>
    readonly more?: Schema.Struct.Fields
    readonly page: (
      client: CodeHostClient,
      query: Schema.Struct<I>["Type"] & PageInput
    ) => Effect.Effect<Page<Schema.Struct<F>["Type"]>, ProviderError>
  }
): ToolStep.ToolStep<CodeHost> => {
  const { query, item, more, page: read, ...info } = step
  // TypeScript does not see through the spread of fields that it does not know.
  const input: Schema.Codec<Paged, unknown> = Schema.Struct({ ...query, ...paging }) as never
  const output: Schema.Codec<unknown, unknown> = Schema.Struct({ ...trimmedPage(item), ...more }) as never
  return ToolStep.make({
    ...info,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    cost: null,
    input,
    output,
    run: (given) => {
      const { fields, skip, max_kb: _maxKb, ...asked } = given
      const wrong = [...(fields === undefined ? [] : Listing.wrongFields(item, fields)), ...skipProblem(skip)]
      if (wrong.length > 0) return Effect.fail(invalid("codehost", info.id, wrong))
      return CodeHost.pipe(
        Effect.flatMap((client) => read(client, asked as never)),
        Effect.map(({ items, next, ...page }) => {
          const selected = items.map((one) => Listing.select(one, fields))
          const room = AnswerSize.limitOf(given) - AROUND_BYTES - AnswerSize.bytesOf(given)
          const fit = Listing.fitted("items", selected, room, skip)
          const { skip: _skip, page: _page, ...again } = given
          const isByCursor = fit.skip === undefined && next !== undefined && "cursor" in next
          const following = isByCursor
            ? undefined
            : fit.skip === undefined
              ? next
              : { ...(given.page !== undefined && { page: given.page }), skip: fit.skip }
          const left_out = [...(fit.left_out ?? []), ...(isByCursor ? [BY_CURSOR] : [])]
          return {
            ...page,
            items: fit.items,
            ...(left_out.length > 0 && { left_out }),
            ...(following !== undefined && { next: { ...again, ...following } })
          }
        })
      )
    }
  })
}
