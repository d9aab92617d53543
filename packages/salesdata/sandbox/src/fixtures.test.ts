// Checks that the fixtures are well formed and have an `expect`.

import { readdirSync, readFileSync } from "node:fs"

import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { isAbn } from "./dataset/registers.ts"

const folder = new URL("../../fixtures/", import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith(".json"))
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"))

test("there are fixtures of every kind", () => {
  for (const kind of ["person", "company", "no-match", "throttle", "search", "error"]) {
    expect(names.filter((name) => name.startsWith(`${kind}-`)).length, kind).toBeGreaterThan(1)
  }
})

test.each(names)("%s", (name) => {
  const fixture = read(name)
  expect(Object.keys(fixture as object)).toEqual(["description", "status", "body", "expect"])
  expect(at(fixture, "description")).toMatch(/\.$/)
  expect(at(fixture, "status")).toBeTypeOf("number")
  const expected = at(fixture, "expect")
  if (name.startsWith("no-match")) expect(expected).toEqual({ match: false })
  if (name.startsWith("throttle") || name.startsWith("error")) expect(at(expected, "error")).toBeTypeOf("string")
  if (name.startsWith("person") || name.startsWith("company")) expect(at(expected, "match")).toBe(true)
  const people = name.startsWith("search") ? objects(at(expected, "people")) : [expected]
  for (const abn of people.flatMap((person) => [at(person, "company", "abn"), at(person, "abn")])) {
    if (typeof abn === "string") expect(isAbn(abn)).toBe(true)
  }
})

test("no address or number in them is real", () => {
  for (const name of names) {
    const text = readFileSync(new URL(name, folder), "utf8")
    // domain.com is that of a provider's placeholder for an address.
    for (const [, domain] of text.matchAll(/"[^"\s]+@([^"\s]+)"/g)) {
      expect(domain, name).toMatch(/\.example$|^domain\.com$/i)
    }
    for (const [number] of text.matchAll(/"(?:\+6[14] |0)\d[\d ]+"/g)) {
      expect(number, name).toMatch(/491 570 |[2378] 5550 |[2378] 7010 |21 000 |\+64 9 000 /)
    }
  }
})
