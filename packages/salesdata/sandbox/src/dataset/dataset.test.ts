import { expect, test } from "vitest"

import { dataset } from "./dataset.ts"
import { places } from "./places.ts"
import { makeRandom } from "./random.ts"
import { isAbn, makeAbn } from "./registers.ts"

const { companies, employees, people } = dataset()

/** Thirteen digits whose last one makes their weighted sum a multiple of ten, as GS1 defines. */
const isNzbn = (text: string): boolean =>
  /^94[0-9]{11}$/.test(text) &&
  [...text].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0

const duplicates = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)

test("there are 2,400 people and 600 companies", () => {
  expect(people).toHaveLength(2400)
  expect(companies).toHaveLength(600)
})

test("the same seed gives the same data, another seed other data", () => {
  const other = dataset(7)
  expect(other.people[0]?.fullName === people[0]?.fullName && other.people[1]?.fullName === people[1]?.fullName).toBe(
    false
  )
  expect(JSON.stringify(people[1234])).toBe(JSON.stringify(dataset().people[1234]))
  // Fixed values: a change of the generator would change every test that uses the data.
  expect([people[0]?.slug, people[2399]?.slug, companies[0]?.slug]).toMatchInlineSnapshot(`
    [
      "matilda-quayle",
      "chiara-dangelo",
      "currawong-wealth",
    ]
  `)
})

test("no two records share an identifier", () => {
  expect(duplicates(people.map(({ id }) => id))).toEqual([])
  expect(duplicates(people.map(({ slug }) => slug))).toEqual([])
  expect(duplicates(people.flatMap(({ emails }) => emails.map(({ address }) => address)))).toEqual([])
  expect(duplicates(people.flatMap(({ phones }) => phones.map(({ number }) => number)))).toEqual([])
  for (const key of ["id", "name", "slug", "domain"] as const) {
    expect(duplicates(companies.map((company) => company[key]))).toEqual([])
  }
  expect(duplicates(companies.map(({ abn, nzbn }) => abn ?? nzbn ?? ""))).toEqual([])
})

test("every company has a valid number of its country and at least one employee", () => {
  for (const company of companies) {
    const { abn, nzbn, place } = company
    if (place.country === "Australia") expect(abn !== null && isAbn(abn) && nzbn === null, company.name).toBe(true)
    else expect(nzbn !== null && isNzbn(nzbn) && abn === null, company.name).toBe(true)
    expect(employees(company).length, company.name).toBeGreaterThan(0)
  }
})

test.each(["51824753556", "83914571673", "53004085616", "48123123124", "33051775556", "49004028077", "88000014675"])(
  "ABN %s is valid and unassigned",
  (abn) => {
    expect(isAbn(abn)).toBe(true)
    expect(companies.some((company) => company.abn === abn)).toBe(false)
  }
)

test.each([
  "51824753557",
  "83914571672",
  "12345678901",
  "99999999999",
  "00000000000",
  "10000000000",
  "5182475355",
  "518247535560"
])("ABN %s is not valid", (abn) => {
  expect(isAbn(abn)).toBe(false)
})

test("any nine digits make a valid ABN", () => {
  const random = makeRandom(1)
  for (let count = 0; count < 2000; count += 1) expect(isAbn(makeAbn(random))).toBe(true)
})

test("no address or number is real", () => {
  for (const { emails, fullName, phones } of people) {
    for (const { address } of emails) expect(address, fullName).toMatch(/^[^@\s]+@[a-z0-9-]+\.example$/)
    for (const { number } of phones) {
      expect(number, fullName).toMatch(
        /^(?:\+61 491 570 \d{3}|0491 570 \d{3}|\+61 [2378] 5550 \d{4}|0[2378] 5550 \d{4}|\+64 21 000 \d{4}|021 000 \d{4}|\+64 [34679] 000 \d{4}|0[34679] 000 \d{4})$/
      )
    }
  }
  for (const { phone } of companies) expect(phone).toMatch(/^(?:\+61 [2378] 7010|\+64 [34679] 001) \d{4}$/)
})

test("all eight states and sixteen regions have people", () => {
  const states = new Set(people.map(({ place }) => place.state))
  expect(new Set(places.map(({ state }) => state)).size).toBe(24)
  expect(states.size).toBe(24)
})

test("the data is as uneven as real data", () => {
  const share = (count: number): number => count / people.length
  expect(share(people.filter(({ phones }) => phones.length > 0).length)).toBeGreaterThan(0.5)
  expect(share(people.filter(({ phones }) => phones.length === 0).length)).toBeGreaterThan(0.2)
  expect(people.some(({ phones }) => phones.some(({ doNotCall }) => doNotCall === true))).toBe(true)
  expect(people.some(({ fullName }) => /[āēīōū]/.test(fullName))).toBe(true)
  expect(people.some(({ fullName }) => /['ʻ]/.test(fullName))).toBe(true)
  expect(people.some(({ slug }) => /[^\p{ASCII}]/u.test(slug))).toBe(true)
  expect(people.some(({ emails }) => emails.some(({ address }) => address.includes("'")))).toBe(true)
  expect(people.some(({ emails }) => emails.some(({ address }) => /[A-Z]/.test(address)))).toBe(true)
  expect(companies.some(({ domain }) => domain.startsWith("xn--"))).toBe(true)
  expect(people.every(({ jobs, company }) => jobs[0]?.company === company && jobs[0].to === null)).toBe(true)
})
