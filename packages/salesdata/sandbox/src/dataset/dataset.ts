// The complete data set. Generated once per seed, in about 50 ms, and cached. The same seed always gives the same data.

import { type Company, makeCompanies } from "./companies.ts"
import { makePeople, type Person } from "./people.ts"
import { makePhoneBook } from "./phones.ts"
import { makeRandom } from "./random.ts"

export interface Dataset {
  readonly companies: ReadonlyArray<Company>
  readonly people: ReadonlyArray<Person>
  readonly employees: (company: Company) => ReadonlyArray<Person>
}

export const defaultSeed = 20_261

const datasets = new Map<number, Dataset>()

const make = (seed: number): Dataset => {
  const phones = makePhoneBook()
  const companies = makeCompanies(makeRandom(seed), phones)
  const people = makePeople(makeRandom(seed + 1), phones, companies)
  const byCompany = Map.groupBy(people, ({ company }) => company.id)
  return { companies, people, employees: (company) => byCompany.get(company.id) ?? [] }
}

export const dataset = (seed: number = defaultSeed): Dataset => {
  const current = datasets.get(seed)
  if (current !== undefined) return current
  const fresh = make(seed)
  datasets.set(seed, fresh)
  return fresh
}
