/**
 * What every list step takes and gives: one page, trimmed to the fields asked for, how many there are, and the input of
 * the next page in full, so that nobody reads page 1 twice.
 */
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CodeHost, type CodeHostClient } from "../client/CodeHost.ts"
import type { Page, PageInput } from "../client/pages.ts"

/** What a list step takes besides its query. */
const paging = {
  page: Schema.optionalKey(Schema.Int),
  cursor: Schema.optionalKey(Schema.String),
  per_page: Schema.optionalKey(Schema.Int.annotate({ description: "1-100" })),
  fields: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Item fields to keep" }))
}

/** A page as a step gives it; every field of an item may have been left out. */
const trimmedPage = <F extends Schema.Struct.Fields>(item: Schema.Struct<F>) => ({
  items: Schema.Array(item.mapFields(Struct.map(Schema.optionalKey))),
  /** Items on all pages, where it is known. */
  total: Schema.optionalKey(Schema.Int),
  /** Pages of this size, where it is known. */
  pages: Schema.optionalKey(Schema.Int),
  /** The input of the next page; absent on the last one. */
  next: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})

const trim = (item: object, fields: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))

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
  const known = Object.keys(item.fields)
  const wrongFields = (fields: ReadonlyArray<string>) =>
    fields.length === 0
      ? [{ field: "fields", message: "must name one at least; without it all are kept" }]
      : fields.flatMap((field, index) =>
          known.includes(field)
            ? []
            : [{ field: `fields.${index}`, message: `is none of the fields: ${known.join(", ")}` }]
        )
  // TypeScript does not see through the spread of fields that it does not know.
  const input: Schema.Codec<PageInput & { readonly fields?: ReadonlyArray<string> }, unknown> = Schema.Struct({
    ...query,
    ...paging
  }) as never
  const output: Schema.Codec<unknown, unknown> = Schema.Struct({ ...trimmedPage(item), ...more }) as never
  return ToolStep.make({
    ...info,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    cost: null,
    input,
    output,
    run: (given) => {
      const { fields, ...asked } = given
      const { page: _page, cursor: _cursor, ...again } = given
      const wrong = fields === undefined ? [] : wrongFields(fields)
      if (wrong.length > 0) return Effect.fail(invalid("codehost", info.id, wrong))
      return CodeHost.pipe(
        Effect.flatMap((client) => read(client, asked as never)),
        Effect.map(({ items, next, ...page }) => ({
          ...page,
          items: fields === undefined ? items : items.map((one) => trim(one, fields)),
          ...(next !== undefined && { next: { ...again, ...next } })
        }))
      )
    }
  })
}
