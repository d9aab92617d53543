import { expect, it } from "vitest"

import { exampleOf } from "./example.ts"

const schema = { type: "object", properties: { number: { type: "string" } }, required: ["number"] } as const

it("names the files of a plugin of one's own as a shell reads them", () => {
  expect(exampleOf("parcels_track", schema, [])).toBe("inlay run parcels_track number=NUMBER")
  expect(exampleOf("parcels_track", schema, ["./parcels.js", "it's mine/b.js"])).toBe(
    String.raw`inlay run parcels_track number=NUMBER --plugin ./parcels.js --plugin 'it'\''s mine/b.js'`
  )
})
