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
  /** Whether the account may change it. */
  canEdit: Schema.Boolean
})

export const listProperties = ToolStep.make({
  id: "analytics_list_properties",
  title: "List Properties",
  description: "Properties that the account reaches, with their ids: begin here.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: null,
  input: Schema.Struct({
    query: Schema.optionalKey(Schema.String),
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
    return fitted(
      items.filter(({ property, name, accountName }) => holds(input.query, property, name, accountName)),
      input
    )
  })
})
