import { describe, expect, it } from "vitest"

import { readCompany, readPerson } from "../../tests/readings.ts"
import { confirms, isOwn, isSole, keysByField, keysOfQuestion, keysOfCompany, keysOfPerson } from "./lookup-keys.ts"

const sites = ["network.example", "linkedin.com"]
const person = (identifiers: Readonly<Record<string, string>>) => keysOfQuestion("person", identifiers, sites)
const company = (identifiers: Readonly<Record<string, string>>) => keysOfQuestion("company", identifiers, sites)

describe("keys of a question", () => {
  it("recognises a profile by its address, a country host, or its bare slug", () => {
    const expected = ["profile@network.example:jane-doe"]
    expect(person({ profilenet_url: "https://www.network.example/in/Jane-Doe/de" })).toEqual(expected)
    expect(person({ profilenet_url: "https://au.network.example/in/jane-doe" })).toEqual(expected)
    expect(person({ profilenet_slug: "Jane-Doe" })).toEqual(expected)
  })

  it("distinguishes the same slug on two networks", () => {
    const [one, two, three] = ["network.example", "linkedin.com", "third.example"].map(
      (host) => person({ profilenet_url: `https://${host}/in/jane` })[0]
    )
    expect(new Set([one, two, three]).size).toBe(3)
  })

  it("reads a slug on the network of the address beside it", () => {
    const onLinkedIn = { profilenet_url: "https://au.linkedin.com/in/john-smith", profilenet_slug: "john-smith" }
    expect(person(onLinkedIn)).toEqual(["profile@linkedin.com:john-smith"])
    expect(
      keysByField("person", { profilenet_url: "https://x.example/people", profilenet_slug: "john" }, sites)
    ).toEqual([])
  })

  it("ignores the case of an e-mail address", () => {
    expect(person({ email: "Jane.Doe@Firm.example" })).toEqual(person({ email: "jane.doe@firm.example" }))
  })

  it("treats the root of a site as its domain, with http and https and any tracking parameters", () => {
    const domain = company({ domain: "acme.com.au" })
    for (const root of ["https://www.acme.com.au/", "http://acme.com.au", "acme.com.au?utm_source=x&fbclid=y"]) {
      expect(company({ website: root })).toEqual(domain)
    }
  })

  it("treats a site's page about itself as the site, but not on another site", () => {
    for (const page of [
      "https://www.acme.com.au/about",
      "acme.com.au/Contact-us/",
      "http://acme.com.au/index.html",
      "acme.com.au/en/",
      "acme.com.au/au"
    ]) {
      expect(company({ website: page })).toEqual(company({ domain: "acme.com.au" }))
    }
    expect(company({ website: "https://facebook.com/about" })).toEqual(["website:facebook.com/about"])
    expect(company({ website: "https://acme.com.au/about?of=other" })).toEqual(["website:acme.com.au/about?of=other"])
  })

  it.each([
    ["https://facebook.com/acme", "https://facebook.com/other"],
    ["https://m.facebook.com/profile.php?id=1", "https://m.facebook.com/profile.php?id=2"],
    ["https://au.linkedin.com/company/acme", "https://au.linkedin.com/company/other"],
    ["https://au.network.example/company/acme", "https://au.network.example/company/other"],
    ["https://maps.app.goo.gl/Ab1", "https://maps.app.goo.gl/aB1"],
    ["https://www.google.com/maps?cid=1", "https://www.google.com/maps?cid=2"],
    ["https://www.google.com.au/maps/place/Acme", "https://www.google.com.au/maps/place/Other"],
    ["https://www.seek.com.au/companies/acme-1", "https://www.seek.com.au/companies/other-2"],
    ["https://au.indeed.com/cmp/acme", "https://au.indeed.com/cmp/other"],
    ["https://www.trademe.co.nz/a/jobs/1", "https://www.trademe.co.nz/a/jobs/2"],
    ["https://bit.ly/a", "https://bit.ly/b"],
    ["https://lnkd.in/a", "https://lnkd.in/b"],
    ["https://directory.example/acme", "https://directory.example/other"],
    ["https://directory.example/#/acme", "https://directory.example/#/other"],
    ["https://directory.example/#!acme", "https://directory.example/#!other"],
    ["https://directory.example/?company=acme", "https://directory.example/?company=other"],
    ["https://acme.example:8443/", "https://acme.example/"]
  ])("distinguishes %s from %s, and both from their host", (one, other) => {
    const keys = [company({ website: one }), company({ website: other }), company({ domain: new URL(one).hostname })]
    const different = new Set(keys.map(([key]) => key)).size
    expect(different).toBe(one.includes(":8443") ? 2 : 3)
  })

  it("recognises a page with http and https, in any order of its parameters", () => {
    expect(company({ website: "http://www.directory.example/acme/?b=2&a=1&gclid=x" })).toEqual(
      company({ website: "https://directory.example/acme?a=1&b=2" })
    )
  })

  it("reads a domain written as a page's address as that page", () => {
    expect(company({ domain: "facebook.com/acme" })).toEqual(company({ website: "https://facebook.com/acme" }))
  })

  it("distinguishes an id from a name, and two ids that differ in case", () => {
    const slugs = ["ACoAABcdEfGhIjKlMnOpQrSt", "ACoAABcdEfGhIjKlMnOpQrST", "ACwAABcdEfGhIjKlMnOpQrSt", "7001", "jane"]
    const keys = slugs.map((profilenet_slug) => person({ profilenet_slug })[0] ?? "")
    expect(new Set(keys).size).toBe(slugs.length)
    expect(keys.map((key) => key.split(":")[0])).toEqual([
      ...Array.from({ length: 4 }, () => "profile-id@network.example"),
      "profile@network.example"
    ])
  })

  it("has none if the question has other or unreadable fields", () => {
    const email = "jane@firm.example"
    expect(person({ email, profilenet_url: "https://network.example/people?id=1" })).toEqual([])
    expect(keysOfQuestion("person", { email, id: 7 }, sites)).toEqual([])
    expect(keysOfQuestion("person", { email: [email, "bob@firm.example"] }, sites)).toEqual([])
  })

  it("has no key for malformed values", () => {
    expect(person({ profilenet_url: "x", email: "y", profilenet_slug: "a/b" })).toEqual([])
  })

  it("knows which kinds are unique per subject", () => {
    expect(
      ["profile@n.example:x", "profile-id@n.example:7", "abn:51824753556", "email:a@b.example", "domain:a.example"].map(
        isSole
      )
    ).toEqual([true, true, true, false, false])
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

describe("a shared identifier in a record", () => {
  const own = (keys: ReadonlyArray<string>) => keys.filter(isOwn)
  const keysOfEmails = (...emails: ReadonlyArray<unknown>) =>
    own(keysOfPerson(readPerson({ person: { full_name: "Jane", emails } })!.value, sites))
  const keysOfSite = (fields: Readonly<Record<string, string>>) =>
    own(keysOfCompany(readCompany({ company: { name: "Acme", industry: "Wine", ...fields } })!.value, sites))

  it.each([
    "info@firm.example",
    "Sales@firm.example",
    "sales-au@firm.example",
    "enquiries.nz@firm.example",
    "office+web@firm.example",
    "no-reply@firm.example",
    "do-not-reply@firm.example",
    "donotreply@firm.example",
    "mailer-daemon@firm.example",
    "customer.service@firm.example",
    "head-office@firm.example",
    "front_desk@firm.example",
    "not_available@firm.example",
    "hidden@firm.example",
    "accounts2@firm.example",
    "postmaster@firm.example",
    "email_not_unlocked@domain.com",
    "j***@firm.example",
    "jxxxx@firm.example"
  ])("is not a key of a person: %s", (address) => {
    expect(keysOfEmails(address)).toEqual([])
    expect(person({ email: address }).filter(isOwn)).toEqual([])
  })

  it.each(["steve.jobs@firm.example", "maria.sales@firm.example", "infante@firm.example", "teamer@gmail.com"])(
    "does not include a personal identifier: %s",
    (address) => expect(keysOfEmails(address)).toEqual([`email:${address}`])
  )

  it("is one that the provider marks as shared", () => {
    for (const type of ["generic", "shared", "group", "general", "department", "switchboard", "masked", "placeholder"])
      expect(keysOfEmails({ value: "harbour@firm.example", type }), type).toEqual([])
    expect(keysOfEmails({ value: "harbour@firm.example", type: "work" })).toHaveLength(1)
  })

  it.each([
    { domain: "gmail.com" },
    { domain: "bigpond.com" },
    { domain: "xtra.co.nz" },
    { domain: "aol.com" },
    { domain: "live.com.au" },
    { domain: "zoho.com" },
    { profile_url: "https://network.example/company/not-available" },
    { profile_url: "https://network.example/company/not-found" },
    { profile_url: "https://network.example/company/0" },
    { domain: "outlook.com.au" },
    { domain: "facebook.com" },
    { domain: "facebook.com/acme" },
    { domain: "directory.example/acme" },
    { website: "https://au.linkedin.com" },
    { website: "https://maps.app.goo.gl/" },
    { domain: "myshopify.com" },
    { domain: "network.example" },
    { domain: "outlook.com", website: "https://au.linkedin.com/" },
    { profile_url: "https://network.example/company/unknown" }
  ])("is not a key of a company: %j", (fields) => expect(keysOfSite(fields)).toEqual([]))

  it.each([
    [{ website: "https://facebook.com/acme" }, "website:facebook.com/acme"],
    [{ website: "https://directory.example/acme" }, "website:directory.example/acme"],
    [{ domain: "directory.example", website: "https://directory.example/acme" }, "website:directory.example/acme"],
    [{ domain: "acme.example", website: "https://acme.example/about" }, "domain:acme.example"],
    [{ domain: "acme.myshopify.com" }, "domain:acme.myshopify.com"],
    [{ website: "https://www.acme.example/" }, "domain:acme.example"]
  ])("does not include a company's own identifier: %j", (fields, key) => expect(keysOfSite(fields)).toEqual([key]))

  it("still confirms a question that used it", () => {
    const record = readPerson({
      person: { full_name: "Jane", emails: [{ value: "Harbour@firm.example", type: "role" }] }
    })!
    const [mailKey = ""] = person({ email: "harbour@firm.example" })
    expect(confirms(keysOfPerson(record.value, sites), mailKey)).toBe(true)
    expect(confirms(["domain:acme.example"], "website:acme.example/about")).toBe(true)
    expect(confirms(["shared-domain:facebook.com"], "website:facebook.com/acme")).toBe(false)
  })
})
