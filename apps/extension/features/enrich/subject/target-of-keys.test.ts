import { expect, it } from "vitest"

import { identifierOf, targetOfKeys } from "./target-of-keys.ts"

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
