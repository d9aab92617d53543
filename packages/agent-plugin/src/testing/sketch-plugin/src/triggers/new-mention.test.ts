import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { newMention } from "./new-mention.ts"

it("is about a property", () => {
  expect(newMention.place({ property: "7" })).toBe("properties/7")
  const wish = newMention.read({ target: { property: "seven" } })
  expect(Result.isFailure(wish) && wish.failure.reason).toMatchObject({
    _tag: "Invalid",
    fields: [{ field: "target.property" }]
  })
})
