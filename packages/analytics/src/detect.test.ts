import { detectSuite } from "@inlay/agent-plugin/testing"
import { expect, it } from "vitest"

import { finds, hosts, ignores } from "./detect-examples.ts"
import { detect } from "./detect.ts"

detectSuite([{ plugin: "analytics", detect: (url) => detect(url, hosts)?.kind, finds, ignores, general: [] }])

it("names the same property on every page of it", () => {
  const properties = Object.keys(finds).map((url) => detect(url, hosts)?.property)
  expect(new Set(properties)).toEqual(new Set(["properties/320101"]))
})
