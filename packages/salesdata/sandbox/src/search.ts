// People search: reads criteria from a body, and returns a page of the people who meet all of them.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Dataset } from "./dataset/dataset.ts"
import { sizeBands } from "./dataset/industries.ts"
import type { Person } from "./dataset/people.ts"
import { fold } from "./dataset/text.ts"
import { faultIn } from "./faults.ts"
import type { Problem } from "./wire.ts"

const criteria = ["company", "position", "seniority", "department", "location", "company_size"] as const
type Criterion = (typeof criteria)[number]

export interface SearchQuery {
  readonly filters: Readonly<Partial<Record<Criterion, string>>>
  /** Results per page, 1 to 100. */
  readonly limit: number
  /** Starts at 1. */
  readonly page: number
}

const maxLimit = 100

const wholeNumber = (value: unknown, otherwise: number): number | undefined => {
  if (value === undefined || value === null) return otherwise
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

/** Fields that are not criteria are ignored, as real providers do, so a misspelt filter finds too many people. */
export const readSearch = (body: JsonObject): SearchQuery | ReadonlyArray<Problem> => {
  const problems: Array<Problem> = []
  const filters: Partial<Record<Criterion, string>> = {}
  for (const field of criteria) {
    const value = body[field]
    if (value === undefined || value === null) continue
    const text = typeof value === "number" && field === "company_size" ? String(value) : value
    if (typeof text !== "string" || text.trim() === "") problems.push({ field, message: "must be a string" })
    else filters[field] = text.trim()
  }
  const limit = wholeNumber(body["limit"], 25)
  const page = wholeNumber(body["page"], 1)
  if (limit === undefined || limit > maxLimit) {
    problems.push({ field: "limit", message: `must be a whole number from 1 to ${maxLimit}` })
  }
  if (page === undefined) problems.push({ field: "page", message: "must be a whole number from 1" })
  if (problems.length === 0 && Object.keys(filters).length === 0) {
    problems.push({ field: "body", message: `send at least one of ${criteria.join(", ")}` })
  }
  return problems.length > 0 || limit === undefined || page === undefined ? problems : { filters, limit, page }
}

const seniorityNames: Readonly<Record<string, string>> = {
  "c level": "c suite",
  executive: "c suite",
  "vice president": "vp",
  head: "director",
  junior: "entry",
  "entry level": "entry"
}

/** Matches a range as the provider writes it, or a number of employees. */
const sizeMatches = ({ company }: Person, value: string): boolean => {
  const count = /^\d+$/.test(value) ? Number(value) : undefined
  if (count === undefined) return company.size.range === value.replaceAll(/\s/g, "").replaceAll(/[–—]/g, "-")
  const band = sizeBands.find(({ from, to }) => count >= from && count <= to)
  return band?.range === company.size.range
}

const holdsWords = (text: string, words: string): boolean => {
  const present = new Set(fold(text).split(" "))
  return fold(words)
    .split(" ")
    .every((word) => present.has(word))
}

const meets: Readonly<Record<Criterion, (person: Person, value: string) => boolean>> = {
  company: ({ company }, value) => fold(company.name).includes(fold(value)),
  position: ({ title }, value) => holdsWords(title, value),
  seniority: ({ seniority }, value) => fold(seniority) === (seniorityNames[fold(value)] ?? fold(value)),
  department: ({ department }, value) => fold(department) === fold(value),
  location: ({ place }, value) => fold(place.state) === fold(value) || fold(place.stateName) === fold(value),
  company_size: sizeMatches
}

export interface SearchPage {
  readonly people: ReadonlyArray<Person>
  readonly total: number
}

/** A company name that names a fault is not used as a criterion. */
export const search = (data: Dataset, { filters, limit, page }: SearchQuery): SearchPage => {
  const matches = data.people.filter((person) =>
    criteria.every((field) => {
      const value = filters[field]
      return value === undefined || faultIn(value) !== undefined || meets[field](person, value)
    })
  )
  return { people: matches.slice((page - 1) * limit, page * limit), total: matches.length }
}
