import { expect, it } from "vitest"

import { checkOptions, type OptionNames } from "./Options.ts"

interface Options {
  readonly apiKey: string
  readonly limit?: number
  readonly places?: number
  readonly pauseMillis?: number
  readonly caps?: { readonly day?: number; readonly run?: number }
  readonly shelves?: ReadonlyArray<string>
  readonly readOnly?: boolean
}
const names: OptionNames<Options> = {
  apiKey: { is: "the provider's key" },
  limit: "optional",
  places: { number: "count" },
  pauseMillis: { number: "amount" },
  caps: { fields: ["day", "run"] },
  shelves: "list",
  readOnly: "flag"
}
const check = (options: object) => () => checkOptions("p", "createThing", options as Options, names)

it.each([
  [{}, "createThing needs apiKey, the provider's key, and it is missing. Nothing was sent."],
  [{ apiKey: "" }, "createThing needs apiKey, the provider's key, and it is missing. Nothing was sent."],
  [{ apiKey: 7 }, "createThing needs apiKey, the provider's key, and it is not a string. Nothing was sent."],
  [
    { apiKey: "k", apikey: "k" },
    "createThing has no option apikey; it takes apiKey, limit, places, pauseMillis, caps, shelves, readOnly. Nothing was sent."
  ]
])("%j: %s", (options, sentence) => expect(check(options)).toThrow(sentence))

it.each([0, -1, 1.5, NaN, Infinity, "3", null])("refuses %j as a count", (places) =>
  expect(check({ apiKey: "k", places })).toThrow("places must be a whole number, 1 or more. Nothing was sent.")
)

it.each([-1, NaN, Infinity, "3", null])("refuses %j as an amount", (pauseMillis) =>
  expect(check({ apiKey: "k", pauseMillis })).toThrow("pauseMillis must be a number, 0 or more. Nothing was sent.")
)

it.each([
  [{ dya: 5 }, "caps has no field dya; it takes day, run. Nothing was sent."],
  [null, "caps must be an object. Nothing was sent."],
  [5, "caps must be an object. Nothing was sent."],
  [[5], "caps must be an object. Nothing was sent."]
])("refuses %j as an option with fields", (caps, sentence) => expect(check({ apiKey: "k", caps })).toThrow(sentence))

it.each(["acme/widgets", "", null, { 0: "a" }])("refuses %j as a list", (shelves) =>
  expect(check({ apiKey: "k", shelves })).toThrow("shelves must be a list of texts. Nothing was sent.")
)

it.each(["false", "yes", 1, null])("refuses %j as a flag", (readOnly) =>
  expect(check({ apiKey: "k", readOnly })).toThrow("readOnly must be true or false. Nothing was sent.")
)

it("says so if no options are given", () => {
  expect(() => checkOptions("p", "createThing", undefined as never, names)).toThrow("createThing needs apiKey")
})

it("accepts known options", () => {
  expect(check({ apiKey: "k", limit: 3 })).not.toThrow()
  expect(check({ apiKey: "k", limit: undefined, places: undefined })).not.toThrow()
  expect(
    check({ apiKey: "k", places: 1, pauseMillis: 0, caps: { run: 1 }, shelves: [], readOnly: false })
  ).not.toThrow()
})
