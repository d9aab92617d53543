import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { lenient } from "./lenient-input.ts"

const Input = Schema.Struct({
  title: Schema.String,
  body: Schema.optionalKey(Schema.String),
  number: Schema.optionalKey(Schema.Int),
  draft: Schema.optionalKey(Schema.Boolean),
  milestone: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  workflow: Schema.optionalKey(Schema.Union([Schema.Int, Schema.String])),
  state: Schema.optionalKey(Schema.Literals(["open", "closed"])),
  labels: Schema.optionalKey(Schema.Array(Schema.String)),
  numbers: Schema.optionalKey(Schema.Array(Schema.Int)),
  ids: Schema.optionalKey(Schema.Array(Schema.Union([Schema.Int, Schema.String]))),
  sort: Schema.optionalKey(Schema.Literals(["Name", "name", "Date"])),
  scope: Schema.optionalKey(Schema.Union([Schema.Literal("all"), Schema.String])),
  sides: Schema.optionalKey(Schema.Array(Schema.Literals(["left", "right"]))),
  inputs: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  counts: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  files: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
  author: Schema.optionalKey(Schema.Struct({ name: Schema.String, age: Schema.optionalKey(Schema.Int) }))
})

/** Words about the whole list. As an item, they would replace it. */
const NOT_ONE = [" ", "none", "None", " null ", "undefined", "all", "ANY", "*"]

describe("lenient", () => {
  it.each<readonly [string, unknown, unknown]>([
    ["null for what is optional is not given", { body: null, number: null }, {}],
    ["empty for what is optional is not given", { body: "", state: "", number: "" }, {}],
    ["null where it means something", { milestone: null }, { milestone: null }],
    ["empty and null of what is required are for the schema", { title: "" }, { title: "" }],
    ["null of what is required", { title: null }, { title: null }],
    ["a number as text", { number: "12", milestone: " 7 " }, { number: 12, milestone: 7 }],
    ["no number", { number: "12a" }, { number: "12a" }],
    ...[" ", "0x10", "1e3", "007", "1.", "+1", "1 2"].map(
      (number) => [`a number in no plain digits: ${number}`, { number }, { number }] as const
    ),
    ["more digits than a number holds", { number: "12345678901234567890" }, { number: "12345678901234567890" }],
    ["a text that may be a number or a name", { workflow: "12" }, { workflow: "12" }],
    ["a title of digits", { title: "12" }, { title: "12" }],
    ["a boolean as text", { draft: "true" }, { draft: true }],
    ["a boolean that is not, as text", { draft: "false" }, { draft: false }],
    ["no boolean", { draft: "yes" }, { draft: "yes" }],
    ["a choice in capitals", { state: "OPEN" }, { state: "open" }],
    ["a choice with blanks, or in small letters", { state: " open ", sort: "date" }, { state: "open", sort: "Date" }],
    ["one of two choices that differ in case", { sort: "name" }, { sort: "name" }],
    ["no certain one of two choices that differ in case", { sort: "NAME" }, { sort: "NAME" }],
    ["a text beside a choice", { scope: "ALL" }, { scope: "ALL" }],
    ["no choice", { state: "merged" }, { state: "merged" }],
    ["a list as text", { labels: '["bug","p1"]' }, { labels: ["bug", "p1"] }],
    ["a list as text after a blank", { labels: ' ["bug"]' }, { labels: ["bug"] }],
    ["one text of a list", { labels: "bug" }, { labels: ["bug"] }],
    ["one choice of a list", { sides: "Left" }, { sides: ["left"] }],
    ["several texts in one, which may be one with a comma", { labels: "bug,p1" }, { labels: "bug,p1" }],
    [
      "one text with spaces, a hyphen and an asterisk",
      { labels: "good first-issue *" },
      { labels: ["good first-issue *"] }
    ],
    ["one text that begins like none", { labels: "nonesuch" }, { labels: ["nonesuch"] }],
    ...["bug; ui", "bug|ui", "bug\nui", '{"name":"bug"}', "bug [ui]", "- bug", "* bug", ...NOT_ONE].map(
      (labels) => [`no single text of a list: ${labels}`, { labels }, { labels }] as const
    ),
    ["a broken list", { labels: '["bug"' }, { labels: '["bug"' }],
    ["one text of a list of texts or numbers", { ids: "a" }, { ids: "a" }],
    ["one text of a list of numbers", { numbers: "a" }, { numbers: "a" }],
    ["a whole number for a text", { title: 320_101 }, { title: "320101" }],
    ["a whole number in a list of texts", { labels: [7] }, { labels: ["7"] }],
    ["a number whose digits are not certain", { title: 2 ** 53 }, { title: 2 ** 53 }],
    ["a fraction for a text", { title: 1.5 }, { title: 1.5 }],
    ["numbers in a list", { numbers: ["1", 2] }, { numbers: [1, 2] }],
    ["an object as text", { inputs: '{"a":"1"}' }, { inputs: { a: "1" } }],
    ["the values of a record", { counts: { a: "1" } }, { counts: { a: 1 } }],
    ["a number for a text of a record, whose names are the caller's", { files: { a: 1 } }, { files: { a: 1 } }],
    ["broken JSON", { inputs: '{"a"' }, { inputs: '{"a"' }],
    [
      "null in a record that takes it",
      { files: { "a.txt": null, "b.txt": "" } },
      { files: { "a.txt": null, "b.txt": "" } }
    ],
    ["a field of a field", { author: { name: "A", age: "3" } }, { author: { name: "A", age: 3 } }],
    ["an empty field of a field", { author: { name: "A", age: null } }, { author: { name: "A" } }],
    ["an unknown field", { nmae: "" }, { nmae: "" }],
    ["no object", 7, 7],
    ["nothing", undefined, undefined]
  ])("%s", (_, input, output) => expect(lenient(Input, input)).toEqual(output))

  it("treats __proto__ as an ordinary key", () => {
    const out = lenient(Input, JSON.parse('{"__proto__":{"polluted":1}}'))
    expect(Object.keys(out as object)).toEqual(["__proto__"])
  })

  it("reads a text of blanks as fast as any other", () => {
    const start = performance.now()
    const text = `${" ".repeat(200_000)}x`
    expect(lenient(Schema.Struct({ names: Schema.Array(Schema.String) }), { names: text })).toEqual({ names: [text] })
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it.prop("leaves valid input unchanged", { input: Input }, ({ input }) => {
    const isPlain = !Object.values(input).includes("") && !("author" in input) && !("inputs" in input)
    if (isPlain) expect(lenient(Input, input)).toEqual(input)
  })
})
