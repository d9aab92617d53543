import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Analytics } from "../client/Analytics.ts"
import { scopes } from "../vendors.ts"
import { fitted, holds } from "./parts/fitting.ts"

const Item = Schema.Struct({
  property: Schema.String,
  name: Schema.String,
  account: Schema.String,
  accountName: Schema.String,
  /** Whether the account can change the property. */
  canEdit: Schema.Boolean,
  /** URLs of the property's web data streams, if requested. Absent if the account cannot see them. */
  sites: Schema.optionalKey(Schema.Array(Schema.String))
})
type Item = typeof Item.Type

/** The most properties whose data streams one answer reads. Each takes a request. */
const MOST_WITH_SITES = 50
/** Concurrent requests for data streams. */
const AT_ONCE = 4

const withSites = Effect.fnUntraced(function* (item: Item) {
  const { dataStreams } = yield* Analytics
  const streams = yield* Stream.runCollect(dataStreams.list({ property: item.property }).items).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "Forbidden" || reason._tag === "NotFound",
      () => Effect.succeed(undefined)
    )
  )
  if (streams === undefined) return item
  return { ...item, sites: streams.flatMap(({ webStreamData }) => webStreamData?.defaultUri ?? []) }
})

export const listProperties = ToolStep.make({
  id: "analytics_list_properties",
  title: "List Properties",
  description: "Properties and their ids: start here. sites adds their addresses.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: null,
  input: Schema.Struct({
    query: Schema.optionalKey(Schema.String),
    sites: Schema.optionalKey(Schema.Boolean),
    skip: Schema.optionalKey(Schema.Int),
    max_kb: AnswerSize.maxKb
  }),
  output: Schema.Struct({ items: Schema.Array(Item), total: Schema.Int, ...Listing.cuts }),
  run: Effect.fnUntraced(function* (input) {
    const { accounts } = yield* Analytics
    const all = yield* Stream.runCollect(accounts.list({}).items)
    const items = all.flatMap(({ account, displayName, propertySummaries }) =>
      (propertySummaries ?? []).map(({ property, displayName: name, canEdit }) => ({
        property,
        name: name ?? "",
        account,
        accountName: displayName ?? "",
        canEdit: canEdit === true
      }))
    )
    const matching = items.filter(({ property, name, accountName }) => holds(input.query, property, name, accountName))
    if (input.sites !== true) return fitted(matching, input)
    const { skip = 0 } = input
    const end = skip + MOST_WITH_SITES
    const part = yield* Effect.forEach(matching.slice(skip, end), withSites, { concurrency: AT_ONCE })
    const answer = fitted([...matching.slice(0, skip), ...part], input)
    const follow = matching.length - end
    return follow <= 0 || answer.next !== undefined
      ? { ...answer, total: matching.length }
      : {
          ...answer,
          total: matching.length,
          left_out: [...(answer.left_out ?? []), `items: ${follow} of ${matching.length} follow`],
          next: { ...input, skip: end }
        }
  })
})
