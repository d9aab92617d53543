// Generates the 2,400 people: seeded and invented. Each works at one of the companies, and every company has at least
// one person.

import type { Company } from "./companies.ts"
import { type Department, departments, type Seniority, seniorityWeights } from "./jobs.ts"
import { type NamePool, namePools } from "./names.ts"
import { nationalFormat, type PhoneBook } from "./phones.ts"
import { type Place, places } from "./places.ts"
import type { Random } from "./random.ts"
import { fold, markedSlugOf, slugOf, unique } from "./text.ts"

export interface Email {
  /** The domain is in lower case; the local part may not be. */
  readonly address: string
  readonly type: "work" | "personal"
  readonly verified: boolean
}

export interface Phone {
  readonly number: string
  readonly type: "mobile" | "direct"
  /** Whether it is on the do-not-call register; null if the country has none. */
  readonly doNotCall: boolean | null
}

export interface Job {
  readonly title: string
  readonly company: Company
  readonly from: number
  /** Null for the current job. */
  readonly to: number | null
}

export interface Person {
  readonly id: string
  readonly givenName: string
  readonly familyName: string
  readonly fullName: string
  readonly slug: string
  readonly title: string
  readonly seniority: Seniority
  readonly department: string
  readonly craft: string
  readonly emails: ReadonlyArray<Email>
  readonly phones: ReadonlyArray<Phone>
  readonly place: Place
  readonly company: Company
  /** The current job first. */
  readonly jobs: ReadonlyArray<Job>
  readonly connections: number
  readonly hue: number
}

const personCount = 2400

/** The latest year in any record. */
export const presentYear = 2026

const nameFrom = (random: Random): readonly [string, string] => {
  const pool: NamePool = random.weighted(namePools)
  const family = random.chance(0.14) ? random.weighted(namePools) : pool
  return [random.pick(pool.given), random.pick(family.family)]
}

const localPart = (givenName: string, family: string, random: Random): string => {
  // Some mail systems keep the apostrophe of O'Brien, or capital letters.
  if (/'/.test(family) && random.chance(0.5)) {
    return `${fold(givenName).replaceAll(" ", "")}.${family.toLowerCase().replaceAll(/[^a-z']/g, "")}`
  }
  const first = fold(givenName).replaceAll(" ", "")
  const last = fold(family).replaceAll(" ", "")
  if (random.chance(0.03)) return `${first[0]?.toUpperCase()}${last[0]?.toUpperCase()}${last.slice(1)}`
  return random.chance(0.7) ? `${first}.${last}` : `${first[0]}${last}`
}

const careerOf = (
  job: Job,
  craft: Department,
  companies: ReadonlyArray<Company>,
  random: Random
): ReadonlyArray<Job> => {
  const jobs = [job]
  for (let count = random.int(1, 3), to = job.from; count > 0 && to > 2004; count -= 1) {
    const from = Math.max(2001, to - random.int(1, 6))
    const seniority: Seniority =
      jobs.length === 1 && job.title.startsWith("Chief") ? "director" : count > 1 ? "senior" : "entry"
    jobs.push({ title: random.pick(craft.titles[seniority]), company: random.pick(companies), from, to })
    to = from
  }
  return jobs
}

export const makePeople = (
  random: Random,
  phones: PhoneBook,
  companies: ReadonlyArray<Company>
): ReadonlyArray<Person> => {
  const slugs = new Set<string>()
  const addresses = new Set<string>()
  const employers = companies.map((company) => ({ company, weight: 1 + Math.log2(company.employeeCount) }))
  const seatOf = (index: number): Company => companies[index] ?? random.weighted(employers).company

  const emailsOf = (givenName: string, family: string, company: Company): ReadonlyArray<Email> => {
    const local = localPart(givenName, family, random)
    const at = (name: string, domain: string): string =>
      unique(addresses, `${name}@${domain}`, (n) => `${name}${n}@${domain}`)
    const emails: Array<Email> = []
    if (random.chance(0.92)) {
      emails.push({ address: at(local, company.domain), type: "work", verified: random.chance(0.85) })
    }
    if (emails.length === 0 || random.chance(0.35)) {
      const own = `${fold(givenName).replaceAll(" ", "")}.${fold(family).replaceAll(" ", "")}`
      emails.push({
        address: at(own, random.pick(["post.example", "webmail.example", "kiwimail.example"])),
        type: "personal",
        verified: random.chance(0.5)
      })
    }
    return emails
  }

  const phonesOf = (place: Place): ReadonlyArray<Phone> => {
    const doNotCall = (): boolean | null => (place.country === "Australia" ? random.chance(0.22) : null)
    const spelling = (number: string): string => (random.chance(0.15) ? nationalFormat(number) : number)
    const numbers: Array<Phone> = []
    const mobile = random.chance(0.5) ? phones.mobile(place) : null
    if (mobile !== null) numbers.push({ number: spelling(mobile), type: "mobile", doNotCall: doNotCall() })
    if (random.chance(0.3)) {
      numbers.push({ number: spelling(phones.direct(place)), type: "direct", doNotCall: doNotCall() })
    }
    return numbers
  }

  return Array.from({ length: personCount }, (_, index): Person => {
    const [givenName, familyName] = nameFrom(random)
    const company = seatOf(index)
    const craft = random.weighted(departments)
    const { seniority } = random.weighted(seniorityWeights)
    const title = random.pick(craft.titles[seniority])
    const fullName = `${givenName} ${familyName}`
    const bare = /[āēīōū]/i.test(fullName) && random.chance(0.2) ? markedSlugOf(fullName) : slugOf(fullName)
    const base = random.chance(0.12) ? `${bare}-${random.int(100, 999)}` : bare
    const place = random.chance(0.8)
      ? company.place
      : random.weighted(places.filter(({ country }) => country === company.place.country))
    const present: Job = { title, company, from: random.int(2014, 2025), to: null }
    return {
      id: `per_${String(index + 1).padStart(6, "0")}`,
      givenName,
      familyName,
      fullName,
      slug: unique(slugs, base, (n) => `${base}-${n}`),
      title,
      seniority,
      department: craft.name,
      craft: craft.craft,
      emails: emailsOf(givenName, familyName, company),
      phones: phonesOf(place),
      place,
      company,
      jobs: careerOf(present, craft, companies, random),
      connections: random.int(38, 500),
      hue: random.int(0, 359)
    }
  })
}
