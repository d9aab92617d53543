import type { Company } from "@inlay/salesdata/schema/Company"
import type { Person } from "@inlay/salesdata/schema/Person"
import { describe, expect, it } from "vitest"

import { unknownPerson } from "../../../tests/samples/people.ts"
import { isAnotherCompany, isAnotherPerson, isAnotherSite } from "./other-subject.ts"

const sites = ["linkedin.com"]

const person = (name: string | null, profileUrl: string | null = null): Person => ({
  ...unknownPerson,
  name,
  profileUrl
})

const company = (of: Partial<Company>): Company => ({
  name: null,
  domain: null,
  website: null,
  profileUrl: null,
  abn: null,
  industry: null,
  size: null,
  employeeCount: null,
  location: null,
  technologies: [],
  phone: null,
  phoneDoNotCall: null,
  ...of
})

describe("a person", () => {
  it.each([
    // Decided by the profile's address, whatever the names.
    ["mia-nguyen-4b2a19", "Mia Nguyen", "https://www.linkedin.com/in/mia-nguyen-4b2a19/", false],
    ["mia-nguyen-4b2a19", "Bob Tan", "https://linkedin.com/in/Mia-Nguyen-4b2a19?x", false],
    ["mia-nguyen-4b2a19", "Mia Nguyen", "https://linkedin.com/in/mia-nguyen-9", true],
    ["mia-nguyen-4b2a19", "Bob Tan", "linkedin.com/in/bob-tan", true],
    // An address on another network says nothing about one on this network.
    ["mia-nguyen", "Mia Nguyen", "https://other.example/u/42", false],
    ["mia-nguyen", "Bob Tan", "https://other.example/u/42", true],
    // A profile's name and the id that its network gave it are not comparable.
    ["ACoAAB12-cd_ef345-ghijklm", "Mia Nguyen", "https://linkedin.com/in/mia-nguyen", false],
    ["ACoAAB12-cd_ef345-ghijklm", "Mia Nguyen", null, false],
    ["ACoAAB12-cd_ef345-ghijklm", "Mia Nguyen", "https://linkedin.com/in/ACoAAB99-cd_ef345-ghijklm", true],
    ["mia-nguyen", "Mia Nguyen", "https://linkedin.com/in/ACoAAB12-cd_ef345-ghijklm", false],
    ["mia-nguyen", "Bob Tan", "https://linkedin.com/in/ACoAAB12-cd_ef345-ghijklm", true],
    // Decided by name alone.
    ["mia-nguyen-4b2a19", "Bob Tan", null, true],
    ["mia-nguyen-4b2a19", "Mia Catherine Nguyen-Fitzgerald", null, false],
    ["mia-nguyen", "Mia Tan", null, false],
    ["āwhina-tūī-9", "Awhina Tui", null, false],
    ["bob-tan", "Robert Tan", null, false],
    ["li-na", "李娜", null, false],
    ["li-na", "Bob 李娜 Tan", null, false],
    ["%D0%B0nn", "Bob Tan", null, false],
    ["the-real-miaofficial", "Mia Nguyen", null, false],
    ["mianguyen", "Bob Tan", null, false],
    ["the-deal-maker", "Bob Tan", null, true],
    ["jsmith", "Jane Smith", null, false],
    ["mia-nguyen", "Bob", null, false],
    ["mia-nguyen", null, null, false]
  ])("%s answered by %s, %s: another is %s", (slug, name, url, another) => {
    expect(isAnotherPerson(slug, person(name, url), sites)).toBe(another)
  })
})

describe("a company's profile", () => {
  it.each([
    ["kauri-foods", company({ name: "Kauri Foods Limited" }), false],
    ["kauri-foods", company({ name: "Rata Paints Limited" }), true],
    ["acme-australia", company({ name: "Acme Pty Ltd" }), false],
    ["acme-australia", company({ name: "Beta Australia Pty Ltd" }), true],
    ["pwc-nz", company({ name: "PricewaterhouseCoopers New Zealand" }), false],
    ["pwc-advisory", company({ name: "PricewaterhouseCoopers" }), false],
    ["kaurifoods", company({ name: "Kauri Foods" }), false],
    ["kaurifoods", company({ name: "Limited" }), false],
    ["acme", company({ name: "Anything", profileUrl: "https://linkedin.com/company/acme" }), false],
    ["acme", company({ name: "Acme", profileUrl: "https://linkedin.com/company/acme-uk" }), true],
    ["1035", company({ name: "Microsoft", profileUrl: "https://linkedin.com/company/microsoft" }), false],
    ["1035", company({ name: "Microsoft", profileUrl: "https://linkedin.com/company/1036" }), true],
    ["microsoft", company({ name: "Microsoft", profileUrl: "https://linkedin.com/company/1035" }), false],
    ["acme", company({}), false]
  ])("%s answered by %o: another is %s", (slug, record, another) => {
    expect(isAnotherCompany(slug, record, sites)).toBe(another)
  })
})

describe("a company's own site", () => {
  it.each([
    ["kaurifoods.co.nz", company({ name: "Kauri Foods", domain: "kaurifoods.co.nz" }), false],
    ["kaurifoods.co.nz", company({ name: "Kauri", domain: "kaurifoods.com" }), false],
    ["kaurifoods.co.nz", company({ name: "Kauri", website: "https://shop.kaurifoods.co.nz/x" }), false],
    ["kaurifoods.co.nz", company({ name: "Kauri", domain: "other.com", website: "https://kaurifoods.co.nz" }), false],
    ["kaurifoods.co.nz", company({ name: "Kauri Foods", domain: "ratapaints.co.nz" }), true],
    ["youtube.com", company({ name: "Google", domain: "google.com" }), true],
    ["kaurifoods.co.nz", company({ name: "Kauri Foods" }), false],
    ["kaurifoods.co.nz", company({ name: "Rata Paints" }), true],
    ["kaurifoods.co.nz", company({}), false]
  ])("%s answered by %o: another is %s", (domain, record, another) => {
    expect(isAnotherSite(domain, record)).toBe(another)
  })
})
