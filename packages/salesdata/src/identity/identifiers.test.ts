import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as identifiers from "./identifiers.ts"

const value = (outcome: identifiers.Normalised) => (outcome.ok ? outcome.value : `refused: ${outcome.problem}`)

describe("abn", () => {
  it.each(["51824753556", "83914571673", "53004085616", "48123123124", "33051775556", "49004028077", "88000014675"])(
    "accepts %s, also with spaces",
    (abn) => {
      expect(value(identifiers.abn(abn))).toBe(abn)
      expect(value(identifiers.abn(` ${abn.replace(/^(\d{2})(\d{3})(\d{3})/, "$1 $2 $3 ")} `))).toBe(abn)
    }
  )

  it.each([
    ["51824753557", "checksum"],
    ["83914571672", "checksum"],
    ["12345678901", "checksum"],
    ["99999999999", "checksum"],
    ["00000000000", "begins with 00"],
    ["10000000000", "begins with 10; an ABN's first two digits run from 11 to 99"],
    ["5182475355", "has 10 digits; an ABN has exactly 11"],
    ["518247535560", "has 12 digits; an ABN has exactly 11"],
    ["", "must hold digits"],
    ["51-824-753-556", "must hold digits"],
    ["ABN 51824753556", "must hold digits"],
    ["５１８２４７５３５５６", "must hold digits"]
  ])("refuses %s: %s", (abn, why) => {
    expect(value(identifiers.abn(abn))).toMatch(new RegExp(`^refused: .*${why}`))
  })

  it("refuses every single mistyped digit", () => {
    const abn = "51824753556"
    for (let i = 0; i < 11; i++) {
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === abn[i]) continue
        expect(identifiers.abn(abn.slice(0, i) + digit + abn.slice(i + 1)).ok).toBe(false)
      }
    }
  })
})

describe("email", () => {
  it.each([
    [" Jane.Doe@Example.COM.AU ", "Jane.Doe@example.com.au"],
    ["o'brien+news@firm.example", "o'brien+news@firm.example"],
    ["kiri@māori.nz", "kiri@xn--mori-qsa.nz"],
    ["a@b.co.nz", "a@b.co.nz"]
  ])("normalises %s", (input, normal) => expect(value(identifiers.email(input))).toBe(normal))

  it.each([
    "",
    "jane",
    "@b.com",
    "a@",
    "a@b",
    "a b@c.com",
    "a@b..com",
    ".a@b.com",
    "a..b@c.com",
    "a@-b.com",
    "a@b.com/x",
    "a@1.2.3.4",
    "a@b@c.com",
    "<a@b.com>",
    "a\r\n@b.com",
    "\u200Bjane@acme.example",
    "jane\u00AD.doe@acme.example"
  ])("refuses %j", (input) => expect(identifiers.email(input).ok).toBe(false))
})

describe("profile addresses", () => {
  it.each([
    ["https://www.network.example/in/jane-doe", "https://network.example/in/jane-doe"],
    ["http://Network.Example/in/Jane-Doe/", "https://network.example/in/jane-doe"],
    ["network.example/in/jane-doe?trk=x#about", "https://network.example/in/jane-doe"],
    ["https://au.network.example/in/jane-doe/de", "https://au.network.example/in/jane-doe"],
    ["https://network.example/in/jane-doe/en-us/overlay/photo", "https://network.example/in/jane-doe"],
    ["https://network.example/in/kiri-ng%C4%81ta", "https://network.example/in/kiri-ng%C4%81ta"],
    ["https://network.example/in/kiri-ngāta", "https://network.example/in/kiri-ng%C4%81ta"],
    ["https://network.example/in/%F0%9F%9A%80john", "https://network.example/in/%F0%9F%9A%80john"],
    ["https://www.network.example/comm/in/jane-doe?midToken=x&trk=eml", "https://network.example/in/jane-doe"],
    ["https://www.network.example/mwlite/in/jane-doe", "https://network.example/in/jane-doe"],
    ["http://127.0.0.1:4680/in/x", "https://127.0.0.1:4680/in/x"]
  ])("normalises %s", (input, normal) => expect(value(identifiers.profileUrl("person", input))).toBe(normal))

  it.each([
    "",
    "jane-doe",
    "https://network.example/",
    "https://network.example/in/",
    "https://network.example/company/acme",
    "https://network.example/comm",
    "https://network.example/jobs/in/jane-doe",
    "ftp://network.example/in/x",
    "https://u:p@network.example/in/x",
    "https://network.example/in/a%2Fb",
    "https://network.example/in/%ZZ",
    "javascript:alert(1)"
  ])("refuses %j for a person", (input) => expect(identifiers.profileUrl("person", input).ok).toBe(false))

  it("distinguishes people and companies", () => {
    expect(value(identifiers.profileUrl("company", "https://network.example/company/acme-pty/about"))).toBe(
      "https://network.example/company/acme-pty"
    )
    expect(value(identifiers.profileUrl("company", "https://network.example/company/johnson-&-johnson/"))).toBe(
      "https://network.example/company/johnson-%26-johnson"
    )
    expect(identifiers.profileUrl("company", "https://network.example/in/jane").ok).toBe(false)
    expect(identifiers.profileUrl("person", "https://network.example/in/jane").ok).toBe(true)
  })

  it.each([
    ["Jane-Doe", "jane-doe"],
    ["%E6%9D%8E-%E5%A8%9C", "李-娜"],
    ["kiri-ng\u0061\u0304ta", "kiri-ngāta"],
    ["Johnson-%26-Johnson", "johnson-&-johnson"],
    ["ernst+young-(nz),-ltd", "ernst+young-(nz),-ltd"],
    ["jane-👩\u200D💻", "jane-👩\u200D💻"],
    ["~jane!", "~jane!"]
  ])("normalises the slug %s", (input, normal) => expect(value(identifiers.slug(input))).toBe(normal))

  it("keeps the case of a network's id, which distinguishes two members", () => {
    const [one, other] = ["ACoAABcdEfGhIjKlMnOpQrSt", "ACoAABcdEfGhIjKlMnOpQrST"]
    expect([value(identifiers.slug(one)), value(identifiers.slug(other))]).toEqual([one, other])
    expect(value(identifiers.profileUrl("person", `https://network.example/in/${one}`))).toContain(one)
  })

  it.each([
    "",
    "..",
    ".",
    "a/b",
    "a b",
    "a?b",
    "%ZZ",
    "x".repeat(201),
    "-",
    "***",
    "j***",
    "{{slug}}",
    "<slug>",
    "j@firm.example",
    "jane\u202Edoe",
    "a\\b",
    "50%25",
    "\uD800"
  ])("refuses the slug %j", (input) => {
    expect(identifiers.slug(input).ok).toBe(false)
  })

  it.prop(
    "a normalised address is its own normal form",
    { slug: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9-]{0,29}[a-zA-Z0-9]$/)) },
    ({ slug }) => {
      const once = identifiers.profileUrl("person", `https://www.network.example/in/${slug}/?x=1`)
      expect(once.ok).toBe(true)
      if (once.ok) expect(identifiers.profileUrl("person", once.value)).toEqual(once)
    }
  )
})

describe("domain and website", () => {
  it.each([
    ["Acme.COM.AU", "acme.com.au"],
    ["https://www.acme.com.au/about?x=1", "acme.com.au"],
    ["www.acme.co.nz.", "acme.co.nz"],
    ["http://shop.acme.nz:8080/x", "shop.acme.nz"],
    ["bücher.example", "xn--bcher-kva.example"]
  ])("reads the domain of %s", (input, normal) => expect(value(identifiers.domain(input))).toBe(normal))

  it.each([
    "",
    "localhost",
    "acme",
    "10.0.0.1",
    "http://[::1]/",
    "acme .com",
    "acme..com",
    "-acme.com",
    "ftp://acme.com",
    "https://user@acme.com",
    "a".repeat(64) + ".com"
  ])("refuses the domain %j", (input) => expect(identifiers.domain(input).ok).toBe(false))

  it.each([
    ["acme.com.au", "https://acme.com.au"],
    ["http://www.Acme.com.au/team/?q=1#x", "http://www.acme.com.au/team?q=1"],
    ["https://www.facebook.com/profile.php?id=1&fbclid=Iw", "https://www.facebook.com/profile.php?id=1"],
    ["https://acme.example/?utm_source=a&UTM_Campaign=b&gclid=c&mc_eid=d", "https://acme.example"],
    ["https://maps.google.com/?cid=123", "https://maps.google.com?cid=123"],
    ["https://directory.example/#/acme", "https://directory.example#/acme"]
  ])("normalises the website %s", (input, normal) => expect(value(identifiers.website(input))).toBe(normal))

  it.each([
    ["http://www.acme.example/a/?b=2&a=1&utm_medium=x", "acme.example/a?a=1&b=2"],
    ["https://acme.example/a?a=1&b=2", "acme.example/a?a=1&b=2"],
    ["ACME.example:8443/", "acme.example:8443"],
    ["https://www.acme.example/#top", "acme.example"]
  ])("recognises %s as %s", (input, place) => expect(value(identifiers.webPlace(input))).toBe(place))

  it.each([
    ["facebook.com/acme", "give it as website"],
    ["https://au.linkedin.com/company/acme", "give it as website"],
    ["https://www.google.com.au/maps?cid=1", "give it as website"],
    ["https://bit.ly/x", "give it as website"]
  ])("refuses %s as a domain: %s", (input, why) => expect(value(identifiers.companyDomain(input))).toContain(why))

  it.each(["com.au", "https://www.co.nz/", "gov.au", "school.nz", "qld.au", "vic.edu.au", "co.uk", "www.acme"])(
    "refuses %s, under which companies have their domains",
    (input) => expect(value(identifiers.companyDomain(input))).toContain("is not a domain such as company.com.au")
  )

  it.each([
    ["https://www.acme.com.au/about?x=1", "acme.com.au"],
    ["https://www.nsw.gov.au/", "nsw.gov.au"],
    ["id.me", "id.me"],
    ["health.com", "health.com"],
    ["t.co", "t.co"],
    ["wordpress.com", "wordpress.com"],
    ["facebook.com", "facebook.com"],
    ["https://acme.myshopify.com/collections", "acme.myshopify.com"]
  ])("takes the domain of %s", (input, domain) => expect(value(identifiers.companyDomain(input))).toBe(domain))

  it("reads an address of almost nothing but slashes as fast as any other", () => {
    const start = performance.now()
    const address = `https://acme.com/${"/".repeat(200_000)}a`
    expect(value(identifiers.website(`${address}//`))).toBe(address)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it.prop("never throws for any input", { text: Schema.String }, ({ text }) => {
    for (const normalise of [
      identifiers.abn,
      identifiers.email,
      identifiers.domain,
      identifiers.website,
      identifiers.slug
    ]) {
      expect(typeof normalise(text).ok).toBe("boolean")
    }
    expect(typeof identifiers.profileUrl("person", text).ok).toBe("boolean")
  })
})
