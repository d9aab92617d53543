import { fileURLToPath } from "node:url"

import { describe, expect, it } from "vitest"

import { examplesIn } from "../../../house-suite.ts"
import { triggerSuite } from "../../../trigger-suite.ts"
import { plugin } from "../plugin.ts"
import { newNote } from "./new-note.ts"

triggerSuite(plugin, examplesIn(fileURLToPath(new URL("../..", import.meta.url))))

describe("sketch_new_note", () => {
  it("arrives by hook if the account may create one, and is polled otherwise", () => {
    const target = { property: "7" }
    const ways = (scopes: ReadonlyArray<string>) => newNote.ways(target, { login: "grace", scopes })
    expect(ways(["notes.write"]).map(({ via }) => via)).toEqual(["webhook", "poll"])
    expect(ways([]).map(({ via }) => via)).toEqual(["poll"])
    expect(ways(["notes.write"])[0]).toMatchObject({ place: "properties/7" })
  })

  it("says why an occurrence is filtered out", () => {
    const occurrence = { key: "note 7/3", at: "2026-01-07T09:00:00Z", data: {}, actor: "ada" }
    expect(newNote.accepts({ author: "ada" }, occurrence)).toBe(true)
    expect(newNote.accepts({}, occurrence)).toBe(true)
    expect(newNote.accepts({ author: "grace" }, occurrence)).toBe("The note is by ada, not by grace.")
  })
})
