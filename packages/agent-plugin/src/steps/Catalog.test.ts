import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { stepOf } from "./Catalog.ts"

it.each([
  ["sample_gret", "There is no tool step sample_gret."],
  // It may be a secret, whose beginning would not be recognised and removed.
  [`sk-live-${"1".repeat(80)}`, "There is no tool step of that name."]
])("names a step that there is not, unless its name is too long to be shown as a whole: %s", (name, what) => {
  const step = stepOf([samplePlugin], name)
  expect(Result.isFailure(step) && step.failure.reason.what).toBe(what)
})
