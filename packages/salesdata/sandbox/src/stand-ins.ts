// Stand-ins: an identifier that names a fault (`fault-slow-anna`) belongs to nobody, but some faults still return a
// record. It is a seeded record, chosen by the identifier's hash, with that identifier.

import type { Company } from "./dataset/companies.ts"
import type { Dataset } from "./dataset/dataset.ts"
import type { Person } from "./dataset/people.ts"
import { hashText, makeRandom } from "./dataset/random.ts"
import { makeAbn } from "./dataset/registers.ts"

const choose = <T>(items: ReadonlyArray<T>, token: string): T => {
  const item = items[hashText(token) % items.length]
  if (item === undefined) throw new RangeError("an empty data set has no stand-in")
  return item
}

/** Always has a telephone number, so it costs two credits. */
export const personStandIn = (data: Dataset, token: string, email?: string): Person => {
  const reachable = data.people.filter(({ emails, phones }) => emails.length > 0 && phones.length > 0)
  const person = choose(reachable, token)
  const address = email ?? `${token}@${person.company.domain}`
  return {
    ...person,
    id: `per_${token}`,
    slug: token,
    emails: [{ address, type: "work", verified: true }]
  }
}

export const companyStandIn = (data: Dataset, token: string, domain?: string): Company => ({
  ...choose(data.companies, token),
  id: `com_${token}`,
  slug: token,
  domain: domain ?? `${token}.example`,
  abn: makeAbn(makeRandom(hashText(token))),
  nzbn: null
})
