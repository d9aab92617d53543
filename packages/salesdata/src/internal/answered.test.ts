import { expect, it } from "vitest"

import { companyAnswered, personAnswered } from "./answered.ts"

const sites = ["network.example"]
const body = { profile_url: "https://au.network.example/in/Jane-Doe", full_name: "Jane Doe" }

it("gives an answer's record and keys, and reads the same answer once", () => {
  const first = personAnswered({ status: 200, body }, sites)
  expect(first?.reading.value.name).toBe("Jane Doe")
  expect(first?.keys).toEqual(["profile@network.example:jane-doe"])
  expect(personAnswered({ status: 200, body }, sites)).toBe(first)
})

it("reads it anew for another status, other sites, another kind or an equal body of its own", () => {
  const first = personAnswered({ status: 200, body }, sites)
  const none: ReadonlyArray<string> = []
  expect(personAnswered({ status: 200, body }, none)?.keys).toEqual(["profile@au.network.example:jane-doe"])
  expect(personAnswered({ status: 404, body }, none)).toBeUndefined()
  expect(companyAnswered({ status: 200, body }, sites)).not.toBe(first)
  expect(personAnswered({ status: 200, body: { ...body } }, sites)).not.toBe(first)
})

it.each([null, undefined, "", "Jane", 7, []])("finds nobody in %j", (nobody) => {
  expect(personAnswered({ status: 200, body: nobody }, sites)).toBeUndefined()
})
