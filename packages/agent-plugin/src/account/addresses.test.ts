import { expect, it } from "vitest"

import { movedAddresses } from "./addresses.ts"

const FIELDS = [
  { name: "base_url", type: "url", default: "https://api.example" },
  { name: "token_url", type: "url" },
  { name: "notes", type: "text" }
] as const

type Settings = Readonly<Record<string, string>>

const OTHER = "https://other.example"

it.each<[string, Settings, Settings, ReadonlyArray<string>]>([
  ["nothing changed", { base_url: OTHER }, { base_url: OTHER }, []],
  ["another path of the same origin", { base_url: OTHER }, { base_url: ` ${OTHER}/v2/ ` }, []],
  ["the default, written out", {}, { base_url: "https://api.example" }, []],
  ["another host", { base_url: "https://api.example" }, { base_url: OTHER }, ["base_url"]],
  ["another host than the default", {}, { base_url: OTHER }, ["base_url"]],
  ["the default in place of another host", { base_url: OTHER }, {}, ["base_url"]],
  ["a blank, which stands for the default", { base_url: OTHER }, { base_url: "  " }, ["base_url"]],
  ["no encryption", { base_url: OTHER }, { base_url: "http://other.example" }, ["base_url"]],
  ["another port", { token_url: OTHER }, { token_url: `${OTHER}:8443` }, ["token_url"]],
  ["an address where there was none", {}, { token_url: OTHER }, ["token_url"]],
  ["no address, which leads nowhere", { token_url: OTHER }, { token_url: "other" }, []],
  ["an address in a text", { notes: OTHER }, { notes: "https://third.example" }, []]
])("finds the fields that lead elsewhere: %s", (_, before, after, moved) => {
  expect(movedAddresses(FIELDS, before, after)).toEqual(moved)
})
