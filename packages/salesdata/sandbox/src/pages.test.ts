import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { dataset } from "./dataset/dataset.ts"
import { get, startForFile } from "./testing/bench.ts"

const { companies, people } = dataset()
const sandbox = await startForFile()

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

test("profile and company page: strict policy, no inline script or style", async () => {
  for (const address of [sandbox.urls.profilePage, sandbox.urls.companyPage, `${sandbox.origin}/in`, sandbox.origin]) {
    const { headers, status, text } = await get(address)
    expect(status, address).toBe(200)
    expect(headers.get("content-security-policy")).toBe(policy)
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style=|onclick|probe/)
  }
})

test("a locale, a slash, a query and capitals lead to the same page", async () => {
  const { profilePage } = sandbox.urls
  const { text } = await get(profilePage)
  for (const address of [
    `${profilePage}/`,
    `${profilePage}/de`,
    `${profilePage}?trk=x`,
    profilePage.replace(/[^/]+$/, (slug) => slug.toUpperCase())
  ]) {
    expect((await get(address)).text, address).toBe(text)
  }
  expect(text).toContain(`<link rel="canonical" href="${new URL(profilePage).pathname}">`)
})

test("the JSON of a profile has only public data", async () => {
  for (const person of people.filter((_, index) => index % 60 === 0)) {
    const { body, status, text } = await get(`${sandbox.origin}/in/${encodeURIComponent(person.slug)}.json`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: "profile",
      slug: person.slug,
      name: person.fullName,
      headline: `${person.title} at ${person.company.name}`,
      company: { name: person.company.name, href: `/company/${encodeURIComponent(person.company.slug)}` }
    })
    const links = objects(at(body, "recommended")).map(({ href }) => href)
    expect(new Set(links).size).toBe(5)
    expect(links).not.toContain(`/in/${encodeURIComponent(person.slug)}`)
    expect(text).not.toMatch(/@|\+6[14]|\b0\d [57]/)
    expect(text).not.toContain(person.company.abn ?? "no number")
  }
})

test("the JSON of a company lists its people", async () => {
  const company = companies[0]
  const { body, text } = await get(`${sandbox.origin}/company/${company?.slug}.json`)
  expect(body).toMatchObject({ kind: "company", name: company?.name, website: company?.domain })
  expect(objects(at(body, "employees")).length).toBeGreaterThan(0)
  expect(text).not.toContain(company?.abn ?? company?.nzbn)
  expect(text).not.toContain(company?.phone)
})

test("search ignores diacritics", async () => {
  const { body } = await get(`${sandbox.origin}/in.json?q=tuhaka`)
  expect(at(body, "total")).toBe(people.filter(({ familyName }) => familyName === "Tūhaka").length)
  expect(at((await get(`${sandbox.origin}/company.json?q=kowhai`)).body, "items", 0, "name")).toMatch(/^Kōwhai/)
})

test("an unknown profile or path is 404, in HTML and in JSON", async () => {
  for (const path of ["/in/nobody-at-all", "/company/nothing", "/elsewhere", "/in/%E0%A4%A", "/__proto__/x"]) {
    const { headers, status } = await get(`${sandbox.origin}${path}`)
    expect([path, status]).toEqual([path, 404])
    expect(headers.get("content-security-policy")).toBe(policy)
  }
  const { body, status } = await get(`${sandbox.origin}/in/nobody-at-all.json`)
  expect([status, at(body, "kind")]).toEqual([404, "missing"])
})

test("a slug that names a fault has a page, from which the fault can be triggered", async () => {
  expect((await get(`${sandbox.origin}/in/fault-reset-after-anna`)).status).toBe(200)
  expect(at((await get(`${sandbox.origin}/in/fault-hang-x.json`)).body, "kind")).toBe("profile")
  expect((await get(`${sandbox.origin}/company/fault-503`)).status).toBe(200)
})

test("the probe loads only on request, and may try extension addresses", async () => {
  const { headers, text } = await get(`${sandbox.urls.profilePage}?probe=1`)
  expect(text).toContain('src="/profilenet/probe.js"')
  expect(text).toContain('<output id="probe" hidden>')
  expect(headers.get("content-security-policy")).toContain("connect-src 'self' chrome-extension: moz-extension:;")
})

test("assets are served by name, with their types, and nothing else is", async () => {
  const type = async (name: string): Promise<string | null> =>
    (await get(`${sandbox.origin}/profilenet/${name}`)).headers.get("content-type")
  for (const name of ["app.js", "bar.js", "dom.js", "views.js", "probe.js"]) {
    expect(await type(name)).toBe("text/javascript; charset=utf-8")
  }
  expect(await type("style.css")).toBe("text/css; charset=utf-8")
  expect(await type("icon.svg")).toBe("image/svg+xml")
  for (const name of ["../handler.ts", "..%2fhandler.ts", "nothing.js", ""]) {
    expect((await get(`${sandbox.origin}/profilenet/${name}`)).status, name).toBe(404)
  }
})

test("scripts never build HTML from text", async () => {
  for (const name of ["app.js", "bar.js", "dom.js", "views.js", "probe.js"]) {
    const { text } = await get(`${sandbox.origin}/profilenet/${name}`)
    expect(text, name).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/)
  }
})
