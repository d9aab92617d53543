import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Starter } from "../client/Starter.ts"
import { Item } from "../schema/Item.ts"

export const getItem = ToolStep.make({
  id: "starter_get_item",
  title: "Get Item",
  description: "Name, page and last change of one item whose id is known. Free.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: null,
  input: Schema.Struct({ id: Schema.NonEmptyString.annotate({ description: "Such as itm_1" }) }),
  output: Item,
  run: (item) => Effect.flatMap(Starter, (client) => client.items.get(item))
})
