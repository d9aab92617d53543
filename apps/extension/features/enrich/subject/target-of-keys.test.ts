import { expect, it } from "vitest"

import { identifierOf, savedTargetOf, targetOfKeys } from "./target-of-keys.ts"

const sites = ["network.example", "127.0.0.1:4680"]

it.each([
  ["enrichPerson", "profile@network.example:ann-lee", "person https://network.example/in/ann-lee"],
  [
    "enrichPerson",
    "profile-id@network.example:ACoAAB1234567890abcdefg",
    "person https://network.example/in/ACoAAB1234567890abcdefg"
  ],
  ["enrichCompany", "profile-id@127.0.0.1_4680:1035", "company https://127.0.0.1:4680/company/1035"],
  ["enrichCompany", "domain:acme.com.au", "site acme.com.au"],
  ["enrichPerson", "domain:acme.com.au", undefined],
  ["searchPeople", "profile@network.example:ann-lee", undefined]
])("%s of %s is the lookup of %s", (operation, key, subject) => {
  expect(targetOfKeys(operation, [key], sites)?.subject.key).toBe(subject)
})

it("writes the identifiers of keys as a person would", () => {
  expect(identifierOf("profile-id@network.example:1035", "company")).toBe("https://network.example/company/1035")
  expect(identifierOf("email:ann@acme.com.au", "in")).toBe("ann@acme.com.au")
})

it.each([
  ["enrichPerson", ["profile@before.example:ann-lee"], { profilenet_url: "https://before.example/in/ann-lee" }],
  ["enrichPerson", ["email:ann@acme.com.au"], { email: "ann@acme.com.au" }],
  ["enrichPerson", ["shared-email:info@acme.com.au"], { email: "info@acme.com.au" }],
  ["enrichCompany", ["abn:53004085616"], { abn: "53004085616" }],
  ["enrichCompany", ["website:sites.example/acme"], { website: "sites.example/acme" }],
  ["enrichCompany", ["domain:acme.com.au", "abn:53004085616"], { domain: "acme.com.au" }],
  ["enrichCompany", ["email:ann@acme.com.au"], undefined],
  ["searchPeople", ["domain:acme.com.au"], undefined]
])("an answer of %s that is saved under %j is read with %j", (operation, keys, input) => {
  expect(savedTargetOf(operation, keys)?.input).toEqual(input)
})
