import { expect, it } from "vitest"

import { limitNameOf } from "./Plugin.ts"

const limitName = (resource: string) => (resource === "search" ? "Searches" : undefined)

it.each([
  [{ resource: "search", window: "requests" }, "Searches"],
  [{ resource: "core", window: "requests" }, "Requests"],
  [{ resource: "code_search", window: "tokensPerDay" }, "Tokens per day of code search"]
])("%j reads as %s", (limit, name) => {
  expect(limitNameOf({ limitName }, limit)).toBe(name)
})
