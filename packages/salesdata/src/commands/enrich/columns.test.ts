import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { columnsOf } from "./columns.ts"

const columns = (header: ReadonlyArray<string>) => columnsOf(header, { kind: undefined, columns: [] })

describe("a column of user names", () => {
  it.each(["Username", "Handle", "Public identifier"])("“%s” of some other service is no profile slug", (name) => {
    expect(columns([name])).toMatchObject({ failure: [{ field: "FILE" }] })
    expect(columns(["Email", name])).toEqual(Result.succeed({ kind: "person", identifiers: { email: 0 } }))
  })

  it.each(["LinkedIn username", "Profile handle", "profilenet_public_id", "LinkedIn Slug", "Slug"])(
    "“%s” is a profile slug",
    (name) => {
      expect(columns([name])).toEqual(Result.succeed({ kind: "person", identifiers: { profilenet_slug: 0 } }))
    }
  )
})
