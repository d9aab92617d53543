// The public data of people and companies: the JSON of each page. It never contains an e-mail address, a telephone
// number or a register number, because those are what enrichment adds.

import type { Company } from "../dataset/companies.ts"
import type { Dataset } from "../dataset/dataset.ts"
import { type Job, type Person, presentYear } from "../dataset/people.ts"
import type { Place } from "../dataset/places.ts"
import { hashText, makeRandom } from "../dataset/random.ts"
import { fold } from "../dataset/text.ts"
import { headlineOf } from "../records.ts"

export interface Card {
  readonly href: string
  readonly name: string
  readonly line: string
  readonly initials: string
  readonly hue: number
}

export interface ProfileView extends Card {
  readonly kind: "profile"
  readonly slug: string
  readonly headline: string
  readonly location: string
  readonly connections: number
  readonly company: Card
  readonly about: string
  readonly experience: ReadonlyArray<{
    readonly title: string
    readonly period: string
    readonly years: string
    readonly company: Card
    readonly location: string
  }>
  readonly recommended: ReadonlyArray<Card>
}

export interface CompanyView extends Card {
  readonly kind: "company"
  readonly slug: string
  readonly tagline: string
  readonly about: string
  readonly industry: string
  readonly size: string
  readonly headquarters: string
  readonly founded: number
  readonly website: string
  readonly employees: ReadonlyArray<Card>
  readonly similar: ReadonlyArray<Card>
}

export interface ListView {
  readonly kind: "list"
  readonly section: "in" | "company"
  readonly name: string
  readonly query: string
  readonly total: number
  readonly items: ReadonlyArray<Card>
}

export type View = ProfileView | CompanyView | ListView

const initialsOf = (name: string): string => {
  const words = name
    .replaceAll(/[ʻ'’]/g, "")
    .split(/[\s-]+/)
    .filter(Boolean)
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase()
}

const locationOf = ({ city, country, state }: Place): string => [...new Set([city, state])].concat(country).join(", ")

const personCard = (person: Person): Card => ({
  href: `/in/${encodeURIComponent(person.slug)}`,
  name: person.fullName,
  line: headlineOf(person),
  initials: initialsOf(person.fullName),
  hue: person.hue
})

const companyCard = (company: Company): Card => ({
  href: `/company/${encodeURIComponent(company.slug)}`,
  name: company.name,
  line: `${company.industry} · ${company.place.city}`,
  initials: initialsOf(company.name),
  hue: company.hue
})

const experienceOf = ({ company, from, title, to }: Job): ProfileView["experience"][number] => {
  const years = Math.max(1, (to ?? presentYear) - from)
  return {
    title,
    period: `${from} – ${to ?? "Present"}`,
    years: `${years} ${years === 1 ? "year" : "years"}`,
    company: companyCard(company),
    location: locationOf(company.place)
  }
}

/** Five people: colleagues first, then people in the same city. The selection is the same each time. */
const recommendedFor = (data: Dataset, person: Person): ReadonlyArray<Card> => {
  const random = makeRandom(hashText(person.slug))
  const others = (people: ReadonlyArray<Person>): ReadonlyArray<Person> =>
    people.filter(({ slug }) => slug !== person.slug)
  const colleagues = random.sample(others(data.employees(person.company)), 2)
  const neighbours = random.sample(
    others(data.people).filter(({ company, place }) => place.city === person.place.city && company !== person.company),
    4
  )
  const anybody = random.sample(others(data.people), 5)
  return [...new Set([...colleagues, ...neighbours, ...anybody])].slice(0, 5).map(personCard)
}

const aboutPerson = ({ company, craft, givenName, jobs, place }: Person): string => {
  const years = presentYear - (jobs.at(-1)?.from ?? presentYear)
  return `${givenName} has spent ${years} years on ${craft}, and now does it in ${place.city} for ${company.name}. Happiest with a small team, a clear goal and a whiteboard.`
}

export const profileView = (data: Dataset, person: Person): ProfileView => ({
  kind: "profile",
  slug: person.slug,
  ...personCard(person),
  headline: headlineOf(person),
  location: locationOf(person.place),
  connections: person.connections,
  company: companyCard(person.company),
  about: aboutPerson(person),
  experience: person.jobs.map(experienceOf),
  recommended: recommendedFor(data, person)
})

export const companyView = (data: Dataset, company: Company): CompanyView => {
  const random = makeRandom(hashText(company.slug))
  const peers = data.companies.filter(({ industry, slug }) => industry === company.industry && slug !== company.slug)
  return {
    kind: "company",
    slug: company.slug,
    ...companyCard(company),
    tagline: company.pitch,
    about: `${company.name} has worked in ${company.industry.toLowerCase()} since ${company.founded}. From ${company.place.city} its people serve customers across Australia and New Zealand.`,
    industry: company.industry,
    size: `${company.size.range.replace("-", "–")} employees`,
    headquarters: locationOf(company.place),
    founded: company.founded,
    website: company.domain,
    employees: data.employees(company).slice(0, 12).map(personCard),
    similar: random.sample(peers, 4).map(companyCard)
  }
}

const pageSize = 24

export const peopleView = ({ people }: Dataset, query: string): ListView => {
  const matches = people.filter((person) => fold(`${person.fullName} ${headlineOf(person)}`).includes(fold(query)))
  return {
    kind: "list",
    section: "in",
    name: "People",
    query,
    total: matches.length,
    items: matches.slice(0, pageSize).map(personCard)
  }
}

export const companiesView = ({ companies }: Dataset, query: string): ListView => {
  const matches = companies.filter(({ industry, name }) => fold(`${name} ${industry}`).includes(fold(query)))
  return {
    kind: "list",
    section: "company",
    name: "Companies",
    query,
    total: matches.length,
    items: matches.slice(0, pageSize).map(companyCard)
  }
}
