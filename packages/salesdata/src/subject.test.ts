import { describe, expect, it } from "vitest"

import { subjectOf } from "./subject.ts"

describe("an identifier to forget", () => {
  it.each([
    ["Jane@Acme.example", ["email:jane@acme.example", "shared-email:jane@acme.example"], ["jane@acme.example"]],
    [
      "https://au.profiles.example/in/Jane-Doe/de?trk=x",
      ["profile@au.profiles.example:jane-doe", "profile@profiles.example:jane-doe"],
      ["/in/jane-doe", "/in/jane-doe"]
    ],
    ["profiles.example/company/acme", ["profile@profiles.example:acme"], ["/company/acme", "/company/acme"]],
    ["51 824 753 556", ["abn:51824753556"], ["51824753556", "51 824 753 556"]],
    ["info@acme.example", ["email:info@acme.example", "shared-email:info@acme.example"], ["info@acme.example"]],
    ["www.acme.example", ["domain:acme.example", "shared-domain:acme.example"], ["acme.example"]],
    ["gmail.com", ["domain:gmail.com", "shared-domain:gmail.com"], ["gmail.com"]]
  ])("%s", (identifier, keys, texts) => {
    expect(subjectOf(identifier)).toEqual({ keys, texts })
  })

  it.each(["", "jane", "@", "a b", "51824753557"])("is invalid: %s", (identifier) => {
    expect(subjectOf(identifier)).toBeUndefined()
  })
})
