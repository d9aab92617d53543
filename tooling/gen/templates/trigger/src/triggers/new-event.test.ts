import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { newEvent } from "./new-event.ts"

// The plugin's own suite, `plugin.test.ts`, checks what the trigger makes of its fixture.
it("has one folder as its target", () => {
  expect(newEvent.place({ folder: "7" })).toBe("folders/7")
  const wish = newEvent.read({ target: { folder: "seven" } })
  expect(Result.isFailure(wish) && wish.failure.reason).toMatchObject({
    _tag: "Invalid",
    fields: [{ field: "target.folder" }]
  })
})
