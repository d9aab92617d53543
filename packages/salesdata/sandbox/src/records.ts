// How this provider formats a person and a company: nested, with additional fields, and with some fields missing.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Company } from "./dataset/companies.ts"
import { type Person, presentYear } from "./dataset/people.ts"
import type { Place } from "./dataset/places.ts"
import { hashText } from "./dataset/random.ts"

/** `origin` is the origin of the profile pages, such as `http://127.0.0.1:4680`. */
export const profileUrl = (origin: string, slug: string): string => `${origin}/in/${encodeURIComponent(slug)}`
export const companyUrl = (origin: string, slug: string): string => `${origin}/company/${encodeURIComponent(slug)}`

export const headlineOf = (person: Person): string => `${person.title} at ${person.company.name}`

const place = ({ city, country, state }: Place): JsonObject => ({ city, state, country })

/** A reproducible day in 2026, for fields such as `last_verified_at`. */
const dayOf = (id: string): string => {
  const hash = hashText(id)
  const two = (value: number): string => String(value).padStart(2, "0")
  return `${presentYear}-${two(1 + (hash % 9))}-${two(1 + ((hash >>> 8) % 28))}`
}

export const personRecord = (person: Person, origin: string): JsonObject => {
  const hash = hashText(person.slug)
  return {
    id: person.id,
    full_name: person.fullName,
    first_name: person.givenName,
    last_name: person.familyName,
    headline: hash % 11 === 0 ? null : headlineOf(person),
    job_title: person.title,
    ...(hash % 13 === 0 ? {} : { seniority: person.seniority }),
    department: person.department,
    emails: person.emails.map(({ address, type, verified }) => ({ email: address, type, verified })),
    phone_numbers: person.phones.map(({ doNotCall, number, type }) => ({
      number,
      type,
      ...(doNotCall === null ? {} : { dnc: doNotCall })
    })),
    location: place(person.place),
    profile_url: profileUrl(origin, person.slug),
    slug: person.slug,
    company: {
      id: person.company.id,
      name: person.company.name,
      domain: person.company.domain,
      abn: person.company.abn,
      industry: person.company.industry,
      employee_range: person.company.size.range,
      profile_url: companyUrl(origin, person.company.slug)
    },
    job_started: `${person.jobs[0]?.from ?? presentYear}`,
    data_quality: { score: 60 + (hash % 40), last_verified_at: dayOf(person.id) },
    sources: hash % 3 === 0 ? [] : ["registry", "web"]
  }
}

export const companyRecord = (company: Company, origin: string): JsonObject => {
  const hash = hashText(company.slug)
  return {
    id: company.id,
    name: company.name,
    legal_name: company.legalName,
    domain: company.domain,
    website: `https://www.${company.domain}/`,
    ...(company.abn === null ? { abn: null, nzbn: company.nzbn } : { abn: company.abn }),
    industry: company.industry,
    employee_count: company.employeeCount,
    employee_range: company.size.range,
    headquarters: { ...place(company.place), phone: company.phone },
    technologies: company.technologies,
    founded_year: company.founded,
    revenue_range: hash % 7 === 0 ? null : `AUD ${company.revenueRange}`,
    profile_url: companyUrl(origin, company.slug),
    slug: company.slug,
    description: company.pitch,
    data_quality: { score: 60 + (hash % 40), last_verified_at: dayOf(company.id) }
  }
}

/** What a search returns: enough to choose from, without the data that an enrichment is paid for. */
export const personPreview = (person: Person, origin: string): JsonObject => ({
  id: person.id,
  full_name: person.fullName,
  first_name: person.givenName,
  last_name: person.familyName,
  job_title: person.title,
  seniority: person.seniority,
  department: person.department,
  location: place(person.place),
  profile_url: profileUrl(origin, person.slug),
  slug: person.slug,
  company: { name: person.company.name, domain: person.company.domain, employee_range: person.company.size.range },
  has_email: person.emails.length > 0,
  has_phone: person.phones.length > 0
})
