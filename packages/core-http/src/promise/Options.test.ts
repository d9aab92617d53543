import { expect, it } from "vitest"

import { checkOptions, type OptionNames } from "./Options.ts"

interface Options {
  readonly apiKey: string
  readonly keyHeader?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly places?: number
  readonly pauseMillis?: number
  readonly caps?: { readonly day?: number; readonly run?: number | null }
  readonly shelves?: ReadonlyArray<string>
  readonly readOnly?: boolean
}
const names: OptionNames<Options> = {
  apiKey: { is: "the provider's key" },
  keyHeader: "text",
  headers: "texts",
  places: "count",
  pauseMillis: "amount",
  caps: { fields: { day: "amount", run: "amountOrNull" } },
  shelves: "list",
  readOnly: "flag"
}
const check = (options: object) => () => checkOptions("p", "connect", options as Options, names)

it.each([
  [{}, "apiKey is missing: the provider's key. Nothing was sent."],
  [{ apiKey: "" }, "apiKey is missing: the provider's key. Nothing was sent."],
  [{ apiKey: 7 }, "apiKey must be a string: the provider's key. Nothing was sent."],
  [
    { apiKey: "k", apikey: "k" },
    "apikey is not an option; there are apiKey, keyHeader, headers, places, pauseMillis, caps, shelves, readOnly. Nothing was sent."
  ],
  [
    { places: 0, caps: { day: -1 }, readOnly: 1 },
    "apiKey is missing: the provider's key; places must be a whole number, 1 or more; caps.day must be a number, 0 or more; readOnly must be true or false. Nothing was sent."
  ]
])("%j: %s", (options, sentence) => expect(check(options)).toThrow(sentence))

it.each([7, null, ["credits", "charged"], {}])("refuses %j as a text", (keyHeader) =>
  expect(check({ apiKey: "k", keyHeader })).toThrow("keyHeader must be a string. Nothing was sent.")
)

it.each([5, null, { "x-a": 1 }, [1], new Headers({ "x-a": "1" }), new Map([["x-a", "1"]])])(
  "refuses %j as an object of texts",
  (headers) => expect(check({ apiKey: "k", headers })).toThrow("headers must be an object of texts. Nothing was sent.")
)

it.each([0, -1, 1.5, NaN, Infinity, "3", null])("refuses %j as a count", (places) =>
  expect(check({ apiKey: "k", places })).toThrow("places must be a whole number, 1 or more. Nothing was sent.")
)

it.each([-1, NaN, Infinity, "3", null])("refuses %j as an amount", (pauseMillis) =>
  expect(check({ apiKey: "k", pauseMillis })).toThrow("pauseMillis must be a number, 0 or more. Nothing was sent.")
)

it.each([
  [{ dya: 5 }, "caps.dya is not an option; there are day, run. Nothing was sent."],
  [{ day: "5" }, "caps.day must be a number, 0 or more. Nothing was sent."],
  [{ day: null }, "caps.day must be a number, 0 or more. Nothing was sent."],
  [{ run: -1 }, "caps.run must be a number, 0 or more. Nothing was sent."],
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
  expect(() => checkOptions("p", "connect", undefined as never, names)).toThrow("apiKey is missing")
})

it("accepts known options", () => {
  expect(check({ apiKey: "k", keyHeader: "", headers: { "x-a": "1", "x-b": undefined } })).not.toThrow()
  expect(check({ apiKey: "k", keyHeader: undefined, places: undefined })).not.toThrow()
  expect(
    check({ apiKey: "k", places: 1, pauseMillis: 0, caps: { run: null }, shelves: [], readOnly: false })
  ).not.toThrow()
})
