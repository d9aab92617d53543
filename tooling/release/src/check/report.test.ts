import { expect, it } from "vitest"

import { makeReport } from "./report.ts"

it("writes a row for each check, goes on after a failure, and counts it", async () => {
  let text = ""
  const report = makeReport((more) => (text += more))
  await report.check({ check: "types", subject: "@inlay/demo", node: "" }, async () => "12 entries")
  await report.check({ check: "run", subject: "tool-step", node: "24.9.0" }, () =>
    Promise.reject(new Error("exited with 1\nReferenceError: x"))
  )
  expect(report.failures()).toBe(1)
  const [head, good, bad, ...why] = text.trimEnd().split("\n")
  expect(head).toMatch(/check +package +node +seconds$/)
  expect(good).toMatch(/^ok +types +@inlay\/demo +\d+\.\d {2}12 entries$/)
  expect(bad).toMatch(/^FAIL +run +tool-step +24\.9\.0 +\d+\.\d$/)
  expect(why).toEqual(["       exited with 1", "       ReferenceError: x"])
})
