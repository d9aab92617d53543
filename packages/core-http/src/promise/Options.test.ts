import { expect, it } from "vitest"

import { checkOptions, type OptionNames } from "./Options.ts"

interface Options {
  readonly apiKey: string
  readonly limit?: number
}
const names: OptionNames<Options> = { apiKey: { is: "the provider's key" }, limit: "optional" }
const check = (options: object) => () => checkOptions("p", "createThing", options as Options, names)

it.each([
  [{}, "createThing needs apiKey, the provider's key, and it is missing. Nothing was sent."],
  [{ apiKey: "" }, "createThing needs apiKey, the provider's key, and it is missing. Nothing was sent."],
  [{ apiKey: 7 }, "createThing needs apiKey, the provider's key, and it is not a string. Nothing was sent."],
  [{ apiKey: "k", apikey: "k" }, "createThing has no option apikey; it takes apiKey, limit. Nothing was sent."]
])("%j: %s", (options, sentence) => expect(check(options)).toThrow(sentence))

it("says so if no options are given", () => {
  expect(() => checkOptions("p", "createThing", undefined as never, names)).toThrow("createThing needs apiKey")
})

it("accepts known options", () => {
  expect(check({ apiKey: "k", limit: 3 })).not.toThrow()
  expect(check({ apiKey: "k", limit: undefined })).not.toThrow()
})
