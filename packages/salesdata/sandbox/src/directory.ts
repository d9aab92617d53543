// Finds the person or company that identifiers refer to.

import type { Company } from "./dataset/companies.ts"
import type { Dataset } from "./dataset/dataset.ts"
import type { Person } from "./dataset/people.ts"
import { readEmail, readSlug, type CompanyKeys, type PersonKeys } from "./identifiers.ts"

/** One known identifier is enough. If identifiers disagree, the profile URL has priority. */
export interface Directory {
  readonly person: (keys: PersonKeys) => Person | undefined
  readonly company: (keys: CompanyKeys) => Company | undefined
}

const get = <T>(index: ReadonlyMap<string, T>, key: string | undefined): T | undefined =>
  key === undefined ? undefined : index.get(key)

const indexBy = <T>(items: ReadonlyArray<T>, keysOf: (item: T) => ReadonlyArray<string>): ReadonlyMap<string, T> =>
  new Map(items.flatMap((item) => keysOf(item).map((key) => [key, item] as const)))

export const makeDirectory = ({ companies, people }: Dataset): Directory => {
  const peopleBySlug = indexBy(people, ({ slug }) => [readSlug(slug)])
  const peopleByEmail = indexBy(people, ({ emails }) => emails.map(({ address }) => readEmail(address) ?? address))
  const companiesBySlug = indexBy(companies, ({ slug }) => [readSlug(slug)])
  const companiesByDomain = indexBy(companies, ({ domain }) => [domain])
  const companiesByAbn = indexBy(companies, ({ abn }) => (abn === null ? [] : [abn]))
  return {
    person: ({ email, slug, slugFromUrl }) =>
      get(peopleBySlug, slugFromUrl) ?? get(peopleBySlug, slug) ?? get(peopleByEmail, email),
    company: ({ abn, domain, domainFromWebsite, slugFromUrl }) =>
      get(companiesBySlug, slugFromUrl) ??
      get(companiesByAbn, abn) ??
      get(companiesByDomain, domain) ??
      get(companiesByDomain, domainFromWebsite)
  }
}
