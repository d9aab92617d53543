import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { createKeyEvents } from "./create-key-events.ts"

const { run, reason, calls } = stepWorld(createKeyEvents)

it("marks an event that is collected", async () => {
  expect(await run({ property: SHOP, eventName: "file_download" })).toMatchObject({
    eventName: "file_download",
    countingMethod: "ONCE_PER_EVENT"
  })
})

it("refuses an event that was never collected, and changes nothing", async () => {
  expect(await reason({ property: SHOP, eventName: "never_collected" })).toMatchObject({
    _tag: "Invalid",
    nothing: "changed",
    fields: [{ field: "eventName", message: expect.stringContaining("not collected") }]
  })
  expect((await calls()).filter(({ method, path }) => method === "POST" && path.includes("keyEvents"))).toEqual([])
})

it("refuses an event that is collected only in another spelling, which it suggests", async () => {
  const refusal = await reason({ property: SHOP, eventName: "FILE_Download" })
  expect(refusal).toMatchObject({
    _tag: "Invalid",
    nothing: "changed",
    fields: [{ field: "eventName", message: expect.stringMatching(/not collected .*file_download/) }],
    remedy: { to: "chooseName", names: ["file_download"] }
  })
  expect((await calls()).filter(({ method, path }) => method === "POST" && path.includes("keyEvents"))).toEqual([])
})

it("reports an existing key event, and the required role", async () => {
  expect(await reason({ property: SHOP, eventName: "purchase" })).toMatchObject({ _tag: "Conflict" })
  expect(await reason({ property: "properties/320203", eventName: "page_view" })).toMatchObject({
    _tag: "Forbidden",
    needs: expect.stringContaining("Editor")
  })
})
