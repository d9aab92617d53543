import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { newEvent } from "./new-event.ts"

// What it tells of its fixture is held by the plugin's own suite, `plugin.test.ts`.
it("is about one folder", () => {
  expect(newEvent.place({ folder: "7" })).toBe("folders/7")
  const wish = newEvent.read({ target: { folder: "seven" } })
  expect(Result.isFailure(wish) && wish.failure.reason).toMatchObject({
    _tag: "Invalid",
    fields: [{ field: "target.folder" }]
  })
})
