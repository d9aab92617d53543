// Generates the 600 companies: seeded and invented, each with a register number that has a valid checksum.

import { companyRoots, type Industry, industries, type SizeBand, sizeBands, technologies } from "./industries.ts"
import type { PhoneBook } from "./phones.ts"
import { type Place, places } from "./places.ts"
import type { Random } from "./random.ts"
import { makeAbn, makeNzbn } from "./registers.ts"
import { fold, slugOf, unique } from "./text.ts"

export interface Company {
  readonly id: string
  readonly name: string
  readonly legalName: string
  readonly slug: string
  /** ASCII. Some are the Punycode of a name with macrons. */
  readonly domain: string
  /** Eleven digits, Australian companies only. */
  readonly abn: string | null
  /** Thirteen digits, New Zealand companies only. */
  readonly nzbn: string | null
  readonly industry: string
  readonly pitch: string
  readonly place: Place
  readonly employeeCount: number
  readonly size: SizeBand
  readonly founded: number
  readonly phone: string
  readonly revenueRange: string
  readonly technologies: ReadonlyArray<string>
  readonly hue: number
}

const companyCount = 600

/** Valid numbers that the documentation uses as examples. No generated company has one of them. */
const reservedAbns = [
  "51824753556",
  "83914571673",
  "53004085616",
  "48123123124",
  "33051775556",
  "49004028077",
  "88000014675"
]

const revenueOf = (employees: number): string => {
  if (employees < 20) return "Under 5M"
  if (employees < 100) return "5M-25M"
  if (employees < 500) return "25M-100M"
  return employees < 2500 ? "100M-500M" : "Over 500M"
}

/** Keeps macrons in a quarter of the domains that could have them. */
const domainLabel = (name: string, random: Random): string =>
  /[āēīōū]/i.test(name) && random.chance(0.25)
    ? name
        .normalize("NFC")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    : fold(name).replaceAll(" ", random.chance(0.5) ? "" : "-")

const toAscii = (domain: string): string => new URL(`http://${domain}`).hostname

export const makeCompanies = (random: Random, phones: PhoneBook): ReadonlyArray<Company> => {
  const names = new Set<string>()
  const slugs = new Set<string>()
  const domains = new Set<string>()
  const numbers = new Set<string>(reservedAbns)
  const number = (make: (random: Random) => string): string => {
    for (;;) {
      const candidate = make(random)
      if (numbers.has(candidate)) continue
      numbers.add(candidate)
      return candidate
    }
  }
  const freshName = (industry: Industry): string => {
    for (;;) {
      const name = `${random.pick(companyRoots)} ${random.pick(industry.nouns)}`
      if (names.has(name)) continue
      names.add(name)
      return name
    }
  }
  return Array.from({ length: companyCount }, (_, index): Company => {
    const industry = random.weighted(industries)
    const name = freshName(industry)
    const place = random.weighted(places)
    const australian = place.country === "Australia"
    const size = random.weighted(sizeBands)
    const employeeCount = random.int(size.from, size.to)
    const slug = slugOf(name)
    const label = domainLabel(name, random)
    return {
      id: `com_${String(index + 1).padStart(6, "0")}`,
      name,
      legalName: `${name} ${australian ? "Pty Ltd" : "Limited"}`,
      slug: unique(slugs, slug, (n) => `${slug}-${n}`),
      domain: unique(domains, toAscii(`${label}.example`), (n) => toAscii(`${label}${n}.example`)),
      abn: australian ? number(makeAbn) : null,
      nzbn: australian ? null : number(makeNzbn),
      industry: industry.name,
      pitch: industry.pitch,
      place,
      employeeCount,
      size,
      founded: random.int(1924, 2022),
      phone: phones.office(place),
      revenueRange: revenueOf(employeeCount),
      technologies: random.sample(technologies, random.int(3, 9)),
      hue: random.int(0, 359)
    }
  })
}
