import { expect, it } from "vitest"

import { readEventId } from "./Caller.ts"

it.each(["1", "msg_2026", "new_issue 7 2026-11-22", "x".repeat(300)])("accepts the id of an event: %s", (id) => {
  expect(readEventId(id)).toBe(id)
})

it.each(["", " ", "x".repeat(301), " msg", "msg ", "msg\nmsg", "msg\u001B[2J", "ünläut", 7, null, ["msg"]])(
  "refuses what no event has as its id: %j",
  (id) => {
    expect(readEventId(id)).toBeUndefined()
  }
)
