import { expect, it } from "vitest"

import { resourceOf } from "./categories.ts"
import { limitName } from "./names.ts"
import { limitsOf } from "./windows.ts"

const property = { property: "320101", isRealtime: false }

it("has a name for every window of a property's quota", () => {
  for (const isRealtime of [false, true]) {
    for (const { name } of limitsOf(isRealtime).windows?.(0) ?? []) {
      expect(limitName(resourceOf({ ...property, isRealtime }), name)).toMatch(/^Property 320101, .*tokens of the/)
    }
  }
})

it("has no name for a window with a word that every object has", () => {
  expect(limitName(resourceOf(property), "constructor")).toBeUndefined()
})

it.each([
  ["errors-320101-core", "Property 320101, reports: service failures allowed per hour"],
  ["thresholded-320101-realtime", "Property 320101, realtime reports: requests of the hour that may be thresholded"],
  ["admin", "Settings requests"],
  ["something-else", undefined]
])("calls %s %s", (resource, name) => {
  expect(limitName(resource, "requests-of-the-hour")).toBe(name)
})
