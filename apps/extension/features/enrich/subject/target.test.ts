import { expect, it } from "vitest"

import { isOnProfileSite, targetOf, profileSites, sitesOfKey } from "./target.ts"

it.each([
  { typed: undefined, own: [] },
  { typed: "  ", own: [] },
  { typed: "network.example", own: ["network.example"] },
  { typed: "Network.Example", own: ["network.example"] },
  { typed: "https://www.network.example/in/", own: ["network.example"] },
  { typed: "127.0.0.1:4680", own: ["127.0.0.1:4680"] },
  { typed: "http://localhost:4680/", own: ["localhost:4680"] },
  { typed: "not a host", own: [] }
])("the profile site $typed", ({ typed, own }) => {
  expect(profileSites(typed === undefined ? {} : { profile_site: typed }).slice(1)).toEqual(own)
})

const sites = profileSites({ profile_site: "network.example" })

it.each([
  {
    address: "https://www.network.example/in/Ann-Lee/details/contact?x=1",
    subject: { kind: "person", name: "ann-lee", key: "person https://network.example/in/ann-lee" },
    step: "salesdata_people_enrichment",
    input: { profilenet_url: "https://network.example/in/ann-lee", profilenet_slug: "ann-lee" }
  },
  {
    address: "https://network.example/company/acme/about",
    subject: { kind: "company", name: "acme", key: "company https://network.example/company/acme" },
    step: "salesdata_company_enrichment",
    input: { profilenet_url: "https://network.example/company/acme" }
  },
  {
    address: "https://shop.acme.com.au/sale",
    subject: { kind: "site", name: "acme.com.au", key: "site acme.com.au" },
    step: "salesdata_company_enrichment",
    input: { domain: "acme.com.au" }
  }
])("$address is $subject.key", ({ address, subject, step, input }) => {
  expect(targetOf(address, sites)).toMatchObject({ subject, step, input })
})

it.each([
  "https://network.example/feed/",
  "https://network.example/",
  "http://127.0.0.1:8080/in/ann",
  "http://localhost/",
  "chrome://extensions",
  "about:blank",
  "file:///etc/passwd",
  "not an address"
])("%s has no subject", (address) => {
  expect(targetOf(address, sites)).toBeUndefined()
})

it("distinguishes a page of the profile site that is not a profile from other pages", () => {
  expect(isOnProfileSite("https://au.network.example/feed/", sites)).toBe(true)
  expect(isOnProfileSite("https://notnetwork.example/", sites)).toBe(false)
  expect(isOnProfileSite("chrome://extensions", sites)).toBe(false)
  expect(isOnProfileSite("not an address", sites)).toBe(false)
})

it.each([
  "https://network.example/in/ann-lee",
  "https://network.example:8443/company/acme",
  "https://kaurifoods.co.nz/about"
])("recognises %s by its own key as by the account's settings", (address) => {
  const { host } = new URL(address)
  const target = targetOf(address, profileSites(host.startsWith("network") ? { profile_site: host } : {}))
  expect(target && targetOf(address, sitesOfKey(target.subject.key))?.subject).toEqual(target?.subject)
  expect(target).toBeDefined()
})
