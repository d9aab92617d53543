/**
 * Makes list steps. Their output is one page with only the requested fields, within the size limit of a response, with
 * the total and the input for the next page or for the rest of this one.
 */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost, type CodeHostClient } from "../../client/CodeHost.ts"
import type { Page, PageInput, Paging } from "../../schema/Page.ts"
import { skip } from "./skip.ts"

/** The inputs of a list step besides those of its operation: which fields and how many items to show. */
const showing = (item: Schema.Top) => ({
  ...Listing.trimming,
  fields: Schema.optionalKey(
    Schema.Array(Schema.String).check(
      Schema.makeFilter((fields) =>
        Listing.wrongFields(item, fields).map(({ field, message }) => ({
          path: field.split(".").slice(1),
          issue: message
        }))
      )
    )
  ),
  skip
})

/** The output of a list step; any field of an item may be left out. */
const trimmedPage = <F extends Schema.Struct.Fields>(item: Schema.Struct<F>) => ({
  items: Schema.Array(Listing.partial(item)),
  /** Number of items on all pages, if known. */
  total: Schema.optionalKey(Schema.Int),
  /** Number of pages of this size, if known. */
  pages: Schema.optionalKey(Schema.Int),
  /** What the service left out, and what would change that. */
  notice: Schema.optionalKey(Schema.String),
  ...Listing.cuts
})

/** None of these lists uses cursors today. If one does, the output says that there are more items. */
const BY_CURSOR = "items: more follow by cursor, which this tool does not take; use API Call with the link header"

/** Bytes reserved for everything except the items. */
const AROUND_BYTES = 700

/**
 * Makes a list step from a list operation. The step accepts page numbers but no cursors.
 *
 * @param more fields of the page besides its items
 */
export const over = <I extends Schema.Struct.Fields & Paging, A, F extends Schema.Struct.Fields>(
  operation: Operation.Operation<I, A>,
  step: Pick<ToolStep.StepInfo, "id" | "title" | "description" | "scopes"> & {
    readonly item: Schema.Struct<F>
    readonly more?: Schema.Struct.Fields
    readonly page: (
      client: CodeHostClient,
      query: Schema.Struct<Omit<I, "cursor">>["Type"]
    ) => Effect.Effect<Page<Schema.Struct<F>["Type"]>, ProviderError>
  }
): ToolStep.ToolStep<CodeHost> => {
  const { item, more, page: read, ...info } = step
  // TypeScript cannot infer the type of a spread of generic fields.
  const output: Schema.Codec<unknown, unknown> = Schema.Struct({ ...trimmedPage(item), ...more }) as never
  return ToolStep.over(Operation.without(operation, ["cursor"]), {
    ...info,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    cost: null,
    own: showing(item),
    output,
    run: (query, own) => {
      const { page: number }: PageInput = query as never
      const input = { ...query, ...own }
      return CodeHost.pipe(
        Effect.flatMap((client) => read(client, query)),
        Effect.map(({ items, next, ...page }) => {
          const selection = items.map((one) => Listing.select(one, own.fields))
          const room = AnswerSize.limitOf(own) - AROUND_BYTES - AnswerSize.bytesOf(input)
          const fit = Listing.fitted("items", selection, room, own.skip)
          const { skip: _skip, page: _page, ...rest }: Readonly<Record<string, unknown>> = input
          const isByCursor = fit.skip === undefined && next !== undefined && "cursor" in next
          const following = isByCursor
            ? undefined
            : fit.skip === undefined
              ? next
              : { ...(number !== undefined && { page: number }), skip: fit.skip }
          const left_out = [...(fit.left_out ?? []), ...(isByCursor ? [BY_CURSOR] : [])]
          return {
            ...page,
            items: fit.items,
            ...(left_out.length > 0 && { left_out }),
            ...(following !== undefined && { next: { ...rest, ...following } })
          }
        })
      )
    }
  })
}
