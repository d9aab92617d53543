import { describe, expect, it } from "vitest"

import { newEvent } from "./new-event.ts"

const body = {
  action: "created",
  record: { id: "rec_7", name: "Seventh", created_at: "2026-01-07T09:00:00Z" },
  sender: { login: "somebody" }
}
const match = (changed: object) => newEvent.match({ name: "new_event", body: { ...body, ...changed } })

describe("starter_new_event", () => {
  it("fires for a record that was created", () => {
    expect(match({})).toEqual([{ id: "rec_7", name: "Seventh", createdAt: "2026-01-07T09:00:00Z" }])
  })

  it.each([{ action: "deleted" }, { action: undefined }, { record: null }, { record: { id: 7 } }])(
    "does not fire for %j",
    (changed) => expect(match(changed)).toEqual([])
  )

  it("has one key for one record, whatever else changed, and another for another", () => {
    const keyOf = (changed: object) => match(changed).map(newEvent.key)
    expect(keyOf({ record: { ...body.record, name: "Renamed" } })).toEqual(keyOf({}))
    expect(keyOf({ record: { ...body.record, id: "rec_8" } })).not.toEqual(keyOf({}))
  })
})
