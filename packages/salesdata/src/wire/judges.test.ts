import { expect, it } from "vitest"

import { judgeCompany, judgePerson, personKeys } from "./judges.ts"

const sites = ["network.example"]
const body = { profile_url: "https://au.network.example/in/Jane-Doe", full_name: "Jane Doe" }

const read = (answer: { readonly status: number; readonly body: unknown }) => {
  const judgment = judgePerson(answer)
  return judgment._tag === "Match" ? judgment.reading : undefined
}

it("returns a response's record and keys, and judges the same response once", () => {
  const first = read({ status: 200, body })
  expect(first?.value.name).toBe("Jane Doe")
  const keys = personKeys(first!.value, sites)
  expect(keys).toEqual(["profile@network.example:jane-doe"])
  expect(read({ status: 200, body })).toBe(first)
  expect(personKeys(first!.value, sites)).toBe(keys)
})

it("judges it again for another status, another kind or a different object; keys depend on the sites", () => {
  const first = read({ status: 200, body })
  const none: ReadonlyArray<string> = []
  expect(personKeys(first!.value, none)).toEqual(["profile@au.network.example:jane-doe"])
  expect(read({ status: 404, body })).toBeUndefined()
  expect(judgeCompany({ status: 200, body })._tag).not.toBe("Match")
  expect(read({ status: 200, body: { ...body } })).not.toBe(first)
})

it.each([null, "", []])("finds no person in %j", (nobody) => {
  expect(judgePerson({ status: 200, body: nobody })._tag).toBe("NoMatch")
})

it.each([undefined, "Jane", 7, false])("does not understand %j", (odd) => {
  expect(judgePerson({ status: 200, body: odd })).toMatchObject({ _tag: "Failure", cause: "unclear" })
})
