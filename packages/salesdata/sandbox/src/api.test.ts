import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { dataset } from "./dataset/dataset.ts"
import type { Person } from "./dataset/people.ts"
import { get, post, startForFile } from "./testing/bench.ts"

const { companies, people } = dataset()
const sandbox = await startForFile()
const api = sandbox.urls.salesdata

const someone = (meets: (person: Person) => boolean): Person => {
  const person = people.find(meets)
  if (person === undefined) throw new Error("nobody like that")
  return person
}

const reachable = someone(
  ({ emails, phones, place }) => phones.length === 2 && emails.length === 2 && place.country === "Australia"
)
const silent = someone(({ phones }) => phones.length === 0)

test("a person comes complete and nested, with credits", async () => {
  const { body, headers, status } = await post(`${api}/enrich/person`, { profilenet_slug: reachable.slug })
  expect(status).toBe(200)
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(body).toMatchObject({
    success: true,
    person: {
      id: reachable.id,
      full_name: reachable.fullName,
      first_name: reachable.givenName,
      last_name: reachable.familyName,
      job_title: reachable.title,
      emails: reachable.emails.map(({ address, type, verified }) => ({ email: address, type, verified })),
      phone_numbers: reachable.phones.map(({ doNotCall, number, type }) => ({ number, type, dnc: doNotCall })),
      location: { city: reachable.place.city, state: reachable.place.state, country: "Australia" },
      profile_url: `${sandbox.origin}/in/${encodeURIComponent(reachable.slug)}`,
      company: { name: reachable.company.name, domain: reachable.company.domain, abn: reachable.company.abn }
    },
    credits: { charged: 2, remaining: 99_998 }
  })
})

test("a person is found by every spelling of an identifier", async () => {
  const { emails, slug } = reachable
  const email = emails[0]?.address ?? ""
  const [local, domain] = email.split("@")
  const nonAsciiSlug = someone(({ slug: text }) => /[^\p{ASCII}]/u.test(text)).slug
  const ways: ReadonlyArray<readonly [unknown, string]> = [
    [{ profilenet_url: `https://www.profilenet.example/in/${slug}` }, slug],
    [{ profilenet_url: `profilenet.example/in/${slug}/` }, slug],
    [{ profilenet_url: `http://nz.profilenet.example/in/${slug}/de?trk=people#about` }, slug],
    [{ profilenet_url: `https://profilenet.example/in/${slug.toUpperCase()}` }, slug],
    [{ profilenet_url: `https://profilenet.example/in/${encodeURIComponent(nonAsciiSlug)}` }, nonAsciiSlug],
    [{ profilenet_url: `https://profilenet.example/in/${nonAsciiSlug}` }, nonAsciiSlug],
    [{ profilenet_slug: nonAsciiSlug.normalize("NFD") }, nonAsciiSlug],
    [{ email: ` ${local}@${domain?.toUpperCase()} ` }, slug],
    [{ email: emails[1]?.address }, slug],
    [{ email: "nobody@elsewhere.example", profilenet_slug: slug }, slug],
    [{ email: silent.emails[0]?.address, profilenet_url: `https://profilenet.example/in/${slug}` }, slug]
  ]
  for (const [body, expectedKey] of ways) {
    const answer = await post(`${api}/enrich/person`, body)
    expect(at(answer.body, "person", "slug"), JSON.stringify(body)).toBe(expectedKey)
  }
})

test("the part of an address before the at sign is case-sensitive", async () => {
  const person = someone(({ emails }) => /^[A-Z]/.test(emails[0]?.address ?? ""))
  const address = person.emails[0]?.address ?? ""
  await post(`${sandbox.control}/settings`, { noMatchStyle: "match-false" })
  expect(at((await post(`${api}/enrich/person`, { email: address })).body, "person", "slug")).toBe(person.slug)
  expect((await post(`${api}/enrich/person`, { email: address.toLowerCase() })).body).toEqual({ match: false })
})

test("a company is found by domain, address, ABN and website, for one credit", async () => {
  const company = companies.find(({ abn }) => abn !== null)
  const spacedAbn = company?.abn?.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
  const ways = [
    { domain: company?.domain },
    { domain: `WWW.${company?.domain.toUpperCase()}` },
    { website: `https://www.${company?.domain}/contact?x=1` },
    { profilenet_url: `https://www.profilenet.example/company/${company?.slug}/about/` },
    { abn: company?.abn },
    { abn: spacedAbn }
  ]
  for (const body of ways) {
    const answer = await post(`${api}/enrich/company`, body)
    expect(answer.body, JSON.stringify(body)).toMatchObject({
      company: {
        name: company?.name,
        abn: company?.abn,
        domain: company?.domain,
        employee_count: company?.employeeCount,
        technologies: company?.technologies,
        headquarters: { city: company?.place.city }
      },
      credits: { charged: 1 }
    })
  }
})

test("a company without an ABN has an NZBN, and a domain with macrons is found by either spelling", async () => {
  const company = companies.find(({ domain, nzbn }) => domain.startsWith("xn--") && nzbn !== null)
  const label = company?.name.toLowerCase().replaceAll(" ", "-")
  for (const domain of [company?.domain, `${label}.example`]) {
    const answer = await post(`${api}/enrich/company`, { domain })
    expect(answer.body).toMatchObject({ company: { name: company?.name, abn: null, nzbn: company?.nzbn } })
  }
})

test("search combines criteria, has pages, and costs one credit per ten results or part of ten", async () => {
  const criteria = { department: "engineering", location: "Victoria", limit: 12 }
  const expected = people.filter(({ department, place }) => department === "Engineering" && place.state === "VIC")
  const first = await post(`${api}/search/people`, criteria)
  expect(at(first.body, "pagination")).toEqual({
    page: 1,
    per_page: 12,
    total: expected.length,
    total_pages: Math.ceil(expected.length / 12)
  })
  expect(at(first.body, "credits", "charged")).toBe(2)
  const second = await post(`${api}/search/people`, { ...criteria, page: 2 })
  const slugs = [first, second].flatMap(({ body }) => objects(at(body, "people")).map(({ slug }) => slug))
  expect(slugs).toEqual(expected.slice(0, 24).map(({ slug }) => slug))
  expect(first.text).not.toContain("@")
  expect(first.text).not.toMatch(/\+6[14]/)
})

test.each([
  [{ company: "estuary" }, ({ company }: Person) => /estuary/i.test(company.name)],
  [{ company: "Kōwhai" }, ({ company }: Person) => company.name.startsWith("Kōwhai")],
  [{ company: "kowhai" }, ({ company }: Person) => company.name.startsWith("Kōwhai")],
  [{ position: "manager sales" }, ({ title }: Person) => /Sales Manager/.test(title)],
  [{ seniority: "C-Suite" }, ({ seniority }: Person) => seniority === "c_suite"],
  [
    { seniority: "Director", location: "NSW" },
    ({ place, seniority }: Person) => seniority === "director" && place.state === "NSW"
  ],
  [{ location: "manawatu-whanganui" }, ({ place }: Person) => place.state === "Manawatū-Whanganui"],
  [{ location: "Hawkes Bay" }, ({ place }: Person) => place.state === "Hawke's Bay"],
  [{ company_size: "10001+" }, ({ company }: Person) => company.employeeCount > 10_000],
  [
    { company_size: 75, location: "QLD" },
    ({ company, place }: Person) => company.size.range === "51-200" && place.state === "QLD"
  ]
])("search by %j", async (criteria, meets) => {
  const expected = people.filter(meets)
  const { body } = await post(`${api}/search/people`, { ...criteria, limit: 100 })
  expect(expected.length).toBeGreaterThan(0)
  expect(at(body, "pagination", "total")).toBe(expected.length)
  expect(objects(at(body, "people")).map(({ id }) => id)).toEqual(expected.slice(0, 100).map(({ id }) => id))
})

test("a search without results is free and empty", async () => {
  const { body, status } = await post(`${api}/search/people`, { company: "No Such Company" })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    people: [],
    pagination: { total: 0 },
    credits: { charged: 0, remaining: 100_000 }
  })
})

test("the account request returns the credits left for free", async () => {
  const { body } = await get(`${api}/account`, { "x-api-key": "sandbox-key-not-a-secret" })
  expect(body).toMatchObject({ success: true, credits: { charged: 0, remaining: 100_000 } })
})

test("keys: missing or wrong is 401, without permission 403, in either header", async () => {
  const ask = (headers: Readonly<Record<string, string>>) => get(`${api}/account`, headers)
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: "Bearer nonsense" })).status).toBe(401)
  expect((await ask({ authorization: "sandbox-key-not-a-secret" })).status).toBe(401)
  expect((await ask({ "x-api-key": "nonsense" })).status).toBe(401)
  expect((await ask({ "x-api-key": "sandbox-key-without-rights" })).status).toBe(403)
  expect((await ask({ authorization: "Bearer sandbox-key-not-a-secret" })).status).toBe(200)
  const { body, text } = await get(`${sandbox.control}/calls`)
  expect(objects(at(body, "calls")).map(({ key }) => key)).toEqual([
    "missing",
    "wrong",
    "missing",
    "wrong",
    "without-rights",
    "first"
  ])
  expect(text).not.toContain("not-a-secret")
  expect(text).not.toContain("nonsense")
})

test.each([
  ["person", {}, "body"],
  ["person", [], "body"],
  ["person", "not json", "body"],
  ["person", "", "body"],
  ["person", { email: "no-at-sign" }, "email"],
  ["person", { email: 7 }, "email"],
  ["person", { profilenet_url: "https://profilenet.example/company/x" }, "profilenet_url"],
  ["person", { profilenet_slug: "" }, "profilenet_slug"],
  ["company", { abn: "5182475355" }, "abn"],
  ["company", { abn: "51824753557" }, "abn"],
  ["company", { domain: "localhost" }, "domain"],
  ["company", { name: "Estuary Vineyards" }, "body"]
])("malformed: enrich %s with %j", async (noun, body, field) => {
  const answer = await post(`${api}/enrich/${noun}`, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ success: false, code: "invalid_request", errors: [{ field }] })
})

test.each([
  {},
  { limit: 0, company: "x" },
  { limit: 101, company: "x" },
  { page: 0, company: "x" },
  { page: 1.5, company: "x" },
  { company: 5 }
])("malformed: search with %j", async (body) => {
  expect((await post(`${api}/search/people`, body)).status).toBe(400)
})

test("anything else is 404 in JSON", async () => {
  for (const path of ["", "/", "/enrich", "/enrich/person/", "/people"]) {
    const { body, status } = await post(`${api}${path}`, { email: "a@b.example" })
    expect([path, status, at(body, "code")]).toEqual([path, 404, "unknown_endpoint"])
  }
  expect((await get(`${api}/enrich/person`)).status).toBe(404)
})

test("every example does what it says", async () => {
  const paths: Readonly<Record<string, string>> = {
    salesdata_people_enrichment: "/enrich/person",
    salesdata_company_enrichment: "/enrich/company",
    salesdata_people_search: "/search/people"
  }
  const ask = (step: string, input: Readonly<Record<string, unknown>>) => {
    const path = paths[step]
    if (path !== undefined) return post(`${api}${path}`, input)
    const headers = { authorization: "Bearer sandbox-key-not-a-secret" }
    return input["method"] === "GET"
      ? get(`${api}${String(input["endpoint"])}`, headers)
      : post(`${api}${String(input["endpoint"])}`, input["body"])
  }
  const matches = (body: unknown): boolean =>
    ["person", "company", "account"].some((key) => typeof at(body, key) === "object" && at(body, key) !== null) ||
    objects(at(body, "people")).length > 0
  for (const [step, { match, noMatch }] of Object.entries(sandbox.examples)) {
    for (const input of match)
      expect(matches((await ask(step, input)).body), `${step} ${JSON.stringify(input)}`).toBe(true)
    for (const input of noMatch)
      expect(matches((await ask(step, input)).body), `${step} ${JSON.stringify(input)}`).toBe(false)
  }
})
