import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import recorded from "../../fixtures/item.json" with { type: "json" }
import { Item } from "./Item.ts"

it("reads a recorded item, and leaves out what it does not know", () => {
  const { labels: _labels, ...known } = recorded.body
  expect(Schema.decodeUnknownSync(Item)(recorded.body)).toEqual(known)
})
