import { expect, it } from "vitest"

import { exampleOf } from "./example.ts"

const schema = { type: "object", properties: { number: { type: "string" } }, required: ["number"] } as const

it("names the files of a plugin of one's own as a shell reads them", () => {
  expect(exampleOf("parcels_track", schema, [])).toBe("inlay run parcels_track number=NUMBER")
  expect(exampleOf("parcels_track", schema, ["./parcels.js", "it's mine/b.js"])).toBe(
    String.raw`inlay run parcels_track number=NUMBER --plugin ./parcels.js --plugin 'it'\''s mine/b.js'`
  )
})

it("has a value of each required field's type, or the first field if none is required", () => {
  const properties = {
    method: { enum: ["GET", "POST"] },
    count: { type: "integer" },
    draft: { type: "boolean" },
    milestone: { anyOf: [{ type: "number" }, { type: "string" }] },
    labels: { type: "array" },
    options: { type: "object" }
  }
  const all = { type: "object", properties, required: Object.keys(properties) } as const
  expect(exampleOf("parcels_send", all, [])).toBe(
    "inlay run parcels_send method=GET count=1 draft=true milestone=1 labels:='[...]' options:='{...}'"
  )
  expect(exampleOf("parcels_list", { type: "object", properties }, [])).toBe("inlay run parcels_list method=GET")
  expect(exampleOf("parcels_ping", { type: "object" }, [])).toBe("inlay run parcels_ping")
})
