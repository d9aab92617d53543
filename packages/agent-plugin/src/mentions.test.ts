import { describe, expect, it } from "vitest"

import { mention, searchable } from "./mentions.ts"

describe("a text that others wrote", () => {
  it.each([
    ["jane@acme.example", "write to jane@acme.example.", true],
    ["jane@acme.example", "mary.jane@acme.example", false],
    ["jane@acme.example", "jane@acme.example.org", false],
    ["/in/jane-doe", "see https://network.example/in/jane-doe.", true],
    ["/in/jane-doe", "see /in/jane-doe?trk=x", true],
    ["/in/jane-doe", "https://network.example/in/jane-doe-2", false],
    ["acme.example", "https://www.acme.example/", false],
    ["acme.example", "https://acme.example/", true],
    ["/in/özge", "/in/%C3%96ZGE", true],
    ["/in/özge", "/in/%C3%96zge%c3%bc", false],
    ["/in/özge%ff", "/in/Özge%FF", true],
    ["/company/m%c3%bcller-%26-s%c3%b6hne", "/company/M%C3%BCller-%26-S%C3%B6hne", true]
  ])("mentions %s: %s is %s", (text, written, expected) => {
    expect(mention([text, "another"]).test(searchable(written))).toBe(expected)
  })
})
