// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest"

import { isOwnHost, saveOwnHosts } from "./own-hosts.ts"
import {
  chooseAt,
  chosenAt,
  forgetOwnProperties,
  ownProperties,
  propertiesAt,
  saveOwnProperties,
  type OwnProperty
} from "./own-properties.ts"

const property = (id: string, ...sites: ReadonlyArray<string>): OwnProperty => ({
  account: "hub:site",
  property: `properties/${id}`,
  name: id,
  sites
})

const ALL = [
  property("shop", "https://www.acme.example"),
  property("blog", "https://acme.example/blog/"),
  property("port", "http://localhost:8080"),
  property("odd", "not an address", "javascript:alert(1)"),
  property("none")
]

const namesAt = (address: string) => propertiesAt(address, ALL).map(({ name }) => name)

beforeEach(() => localStorage.clear())

describe("the properties that collect a page", () => {
  it.each([
    ["https://acme.example/", ["shop"]],
    ["http://www.acme.example/anything?a=1", ["shop"]],
    ["https://acme.example/blog", ["blog", "shop"]],
    ["https://acme.example/blog/one", ["blog", "shop"]],
    ["https://acme.example/blogs", ["shop"]],
    ["http://localhost:8080/x", ["port"]],
    // Not known to be collected, so its pages' addresses must not be sent to these properties.
    ["https://mail.acme.example/", []],
    ["https://acme.example.evil.example/", []],
    ["https://notacme.example/", []],
    ["http://localhost:8081/", []]
  ])("%s: %j", (address, names) => expect(namesAt(address)).toEqual(names))

  it("come by their most specific site", () => {
    const both = property("both", "https://acme.example/", "https://acme.example/blog/one")
    const names = propertiesAt("https://acme.example/blog/one", [...ALL, both]).map(({ name }) => name)
    expect(names).toEqual(["both", "blog", "shop"])
  })
})

describe("the stored list", () => {
  it("is used until it is forgotten", () => {
    expect(ownProperties("https://acme.example/")).toBeUndefined()
    saveOwnProperties({ properties: ALL, isComplete: true })
    chooseAt("https://acme.example/", "properties/blog")
    expect(ownProperties("https://acme.example/")).toEqual(ALL)
    expect([isOwnHost("https://acme.example/"), isOwnHost("https://nobody.example/")]).toEqual([true, false])
    expect(chosenAt("https://www.acme.example/page")).toBe("properties/blog")
    forgetOwnProperties()
    expect(ownProperties("https://acme.example/")).toBeUndefined()
    expect(chosenAt("https://acme.example/")).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  it("is trusted for a day, but only briefly if it is empty: an account may be connected at any time", () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    for (const [properties, millis] of [
      [ALL, 86_400_000],
      [[], 600_000]
    ] as const) {
      saveOwnProperties({ properties, isComplete: true })
      expect(isOwnHost("https://nobody.example/")).toBe(false)
      vi.setSystemTime(Date.now() + millis - 1)
      expect(isOwnHost("https://nobody.example/")).toBe(false)
      vi.setSystemTime(Date.now() + 1)
      expect(isOwnHost("https://nobody.example/")).toBeUndefined()
    }
    vi.useRealTimers()
  })

  it("is read again if it does not fit into the storage, whatever was known before", () => {
    saveOwnProperties({ properties: [], isComplete: true })
    const { localStorage: storage } = globalThis
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => storage.getItem(name),
      removeItem: (name: string) => storage.removeItem(name),
      setItem: () => {
        throw new Error("QuotaExceededError")
      }
    })
    saveOwnProperties({ properties: ALL, isComplete: true })
    vi.unstubAllGlobals()
    expect(isOwnHost("https://acme.example/")).toBeUndefined()
  })

  it("remembers what was chosen for each site", () => {
    chooseAt("https://acme.example/", "properties/blog")
    chooseAt("https://other.example/", "properties/other")
    expect(["https://acme.example/", "https://other.example/"].map(chosenAt)).toEqual([
      "properties/blog",
      "properties/other"
    ])
  })

  it.each(["", "{", "[1]", '[{"account":1}]', "null"])("is ignored if it is damaged: %s", (text) => {
    saveOwnProperties({ properties: ALL, isComplete: true })
    localStorage.setItem("inlay.own-properties", text)
    localStorage.setItem("inlay.property-of", text)
    expect(ownProperties("https://acme.example/")).toBeUndefined()
    expect(chosenAt("https://acme.example/")).toBeUndefined()
  })

  it("with an expiry more than a day ahead, from a wrong clock, is ignored too", () => {
    saveOwnHosts(["acme.example"], Number.MAX_SAFE_INTEGER)
    expect(isOwnHost("https://acme.example/")).toBe(true)
    localStorage.setItem("inlay.own-hosts", `${Date.now() + 90_000_000} acme.example`)
    expect(isOwnHost("https://acme.example/")).toBeUndefined()
    localStorage.setItem("inlay.own-hosts", "soon acme.example")
    expect(isOwnHost("https://acme.example/")).toBeUndefined()
  })
})
