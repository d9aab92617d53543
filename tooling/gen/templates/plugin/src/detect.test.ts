import { detectSuite } from "@inlay/agent-plugin/testing"
import { expect, it } from "vitest"

import { finds, hosts, ignores } from "./detect-examples.ts"
import { detect } from "./detect.ts"
import { pageHost } from "./vendors.ts"

detectSuite([{ plugin: "starter", detect: (url) => detect(url, hosts)?.kind, finds, ignores, general: [] }])

it("finds the same item by every spelling of its page", () => {
  const found = Object.keys(finds).map((url) => detect(url, hosts)?.id)
  expect(new Set(found)).toEqual(new Set(["itm_1"]))
  expect(hosts).toContain(pageHost)
})
