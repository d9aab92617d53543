import { describe, expect, it } from "vitest"

import { readPerson } from "../schema/Person.ts"
import { isSole, keysAsked, keysOfPerson } from "./lookup-keys.ts"

const sites = ["network.example", "linkedin.com"]
const person = (asked: Readonly<Record<string, string>>) => keysAsked("person", asked, sites)
const company = (asked: Readonly<Record<string, string>>) => keysAsked("company", asked, sites)

describe("keys of what is asked", () => {
  it("knows a profile by its address, a country host, or its bare slug", () => {
    const expected = ["profile@network.example:jane-doe"]
    expect(person({ profilenet_url: "https://www.network.example/in/Jane-Doe/de" })).toEqual(expected)
    expect(person({ profilenet_url: "https://au.network.example/in/jane-doe" })).toEqual(expected)
    expect(person({ profilenet_slug: "Jane-Doe" })).toEqual(expected)
  })

  it("tells the same slug on two networks apart", () => {
    const [one, two, three] = ["network.example", "linkedin.com", "third.example"].map(
      (host) => person({ profilenet_url: `https://${host}/in/jane` })[0]
    )
    expect(new Set([one, two, three]).size).toBe(3)
  })

  it("takes an e-mail address in any case for the same", () => {
    expect(person({ email: "Jane.Doe@Firm.example" })).toEqual(person({ email: "jane.doe@firm.example" }))
  })

  it("takes a web address for its domain, but not on somebody else's", () => {
    expect(company({ website: "https://www.acme.com.au/about" })).toEqual(company({ domain: "acme.com.au" }))
    expect(company({ website: "https://facebook.com/acme" })).not.toEqual(
      company({ website: "https://facebook.com/other" })
    )
    expect(company({ website: "https://facebook.com/acme" })).not.toEqual(company({ domain: "facebook.com" }))
  })

  it("has no key for what is malformed", () => {
    expect(person({ profilenet_url: "x", email: "y", profilenet_slug: "a/b" })).toEqual([])
  })

  it("knows which kinds a subject has one of", () => {
    expect(
      ["profile@network.example:x", "abn:51824753556", "email:a@b.example", "domain:a.example"].map(isSole)
    ).toEqual([true, true, false, false])
  })
})

it("reads the keys of a record, each address and profile", () => {
  const body = {
    person: {
      full_name: "Jane",
      emails: ["A@firm.example", "b@home.example"],
      profile_url: "https://au.linkedin.com/in/jane"
    }
  }
  expect(keysOfPerson(readPerson(body)!.value, sites)).toEqual([
    "profile@linkedin.com:jane",
    "email:a@firm.example",
    "email:b@home.example"
  ])
})
