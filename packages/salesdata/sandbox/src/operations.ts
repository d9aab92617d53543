// The four operations: they turn a request body into a response, and charge for it.

import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { companyPrice, type ChargedFor, personPrice, searchPrice } from "./credits.ts"
import type { Company } from "./dataset/companies.ts"
import type { Person } from "./dataset/people.ts"
import { hashText } from "./dataset/random.ts"
import { type Fault, faultIn, forcedStyle, isWireFault, type Operation } from "./faults.ts"
import { type CompanyKeys, type PersonKeys, readCompanyKeys, readPersonKeys } from "./identifiers.ts"
import { noMatchAnswer, styleFor } from "./no-match.ts"
import type { Outcome } from "./outcome.ts"
import { companyRecord, personPreview, personRecord } from "./records.ts"
import { readSearch, search } from "./search.ts"
import { companyStandIn, personStandIn } from "./stand-ins.ts"
import type { SandboxState } from "./state.ts"
import type { Problem } from "./wire.ts"
import { errorAnswer } from "./wire.ts"

export interface Request {
  readonly state: SandboxState
  /** The label of the key. */
  readonly key: string
  readonly body: JsonObject
  readonly origin: string
  readonly fault: Fault | undefined
}

const free = (answer: Answer<string>): Outcome => ({ answer, charged: 0, item: null })

const malformedRequest = (problems: ReadonlyArray<Problem>): Outcome =>
  free(errorAnswer(400, "invalid_request", "The request is not valid.", { errors: problems }))

const creditsExhausted = (remaining: number): Outcome =>
  free(
    errorAnswer(402, "insufficient_credits", "This account has not enough credits left.", {
      credits: { charged: 0, remaining }
    })
  )

const charge = ({ key, state }: Request, price: number, item: ChargedFor, body: JsonObject): Outcome => {
  if (price > 0 && !state.credits.charge(key, price, item)) return creditsExhausted(state.credits.balance(key))
  const credits = { charged: price, remaining: state.credits.balance(key) }
  return { answer: jsonAnswer(200, { success: true, ...body, credits }), charged: price, item: item.id }
}

const noMatch = ({ fault, key, state }: Request, noun: "person" | "company", keys: object): Outcome => {
  const forcedAnswer = fault === undefined ? undefined : forcedStyle(fault)
  const style = forcedAnswer ?? state.settings.noMatchStyle ?? styleFor({ ...keys })
  const { body, status } = noMatchAnswer(style, noun, state.credits.balance(key))
  return free(jsonAnswer(status, body))
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"))
const firstLabel = (domain: string): string => domain.split(".")[0] ?? domain

const personTokens = ({ email, slug, slugFromUrl }: PersonKeys): ReadonlyArray<string> =>
  [slugFromUrl, slug, email === undefined ? undefined : localPart(email)].filter((token) => token !== undefined)

const companyTokens = ({ domain, domainFromWebsite, slugFromUrl }: CompanyKeys): ReadonlyArray<string> =>
  [
    slugFromUrl,
    ...[domain, domainFromWebsite].map((name) => (name === undefined ? undefined : firstLabel(name)))
  ].filter((token) => token !== undefined)

const faultToken = (tokens: ReadonlyArray<string>): string | undefined =>
  tokens.find((token) => faultIn(token) !== undefined)

const missForced = (fault: Fault | undefined): boolean => fault !== undefined && !isWireFault(fault)

const enrichPerson = (request: Request): Outcome => {
  const { body, fault, key, origin, state } = request
  const keys = readPersonKeys(body)
  if ("problems" in keys) return malformedRequest(keys.problems)
  if (state.credits.balance(key) <= 0) return creditsExhausted(0)
  const token = faultToken(personTokens(keys.keys))
  const person: Person | undefined =
    state.directory.person(keys.keys) ??
    (token === undefined ? undefined : personStandIn(state.data, token, keys.keys.email))
  if (person === undefined || missForced(fault)) return noMatch(request, "person", keys.keys)
  const item: ChargedFor = { id: person.id, kind: "person", name: person.fullName }
  return charge(request, personPrice(person.phones.length), item, { person: personRecord(person, origin) })
}

const enrichCompany = (request: Request): Outcome => {
  const { body, fault, key, origin, state } = request
  const keys = readCompanyKeys(body)
  if ("problems" in keys) return malformedRequest(keys.problems)
  if (state.credits.balance(key) <= 0) return creditsExhausted(0)
  const token = faultToken(companyTokens(keys.keys))
  const domain = keys.keys.domain ?? keys.keys.domainFromWebsite
  const company: Company | undefined =
    state.directory.company(keys.keys) ?? (token === undefined ? undefined : companyStandIn(state.data, token, domain))
  if (company === undefined || missForced(fault)) return noMatch(request, "company", keys.keys)
  const item: ChargedFor = { id: company.id, kind: "company", name: company.name }
  return charge(request, companyPrice, item, { company: companyRecord(company, origin) })
}

const searchPeople = (request: Request): Outcome => {
  const { body, fault, key, origin, state } = request
  const query = readSearch(body)
  if (!("filters" in query)) return malformedRequest(query)
  if (state.credits.balance(key) <= 0) return creditsExhausted(0)
  const { people, total } = missForced(fault) ? { people: [], total: 0 } : search(state.data, query)
  const id = `search_${hashText(JSON.stringify(query)).toString(16).padStart(8, "0")}`
  const item: ChargedFor = { id, kind: "search", name: Object.values(query.filters).join(", ") }
  return charge(request, searchPrice(people.length), item, {
    people: people.map((person) => personPreview(person, origin)),
    pagination: { page: query.page, per_page: query.limit, total, total_pages: Math.ceil(total / query.limit) }
  })
}

const account = ({ key, state }: Request): Outcome =>
  free(
    jsonAnswer(200, {
      success: true,
      account: { name: "Sandbox account", plan: "simulated", key_label: key },
      credits: { charged: 0, remaining: state.credits.balance(key) }
    })
  )

export const runOperation: Readonly<Record<Operation, (request: Request) => Outcome>> = {
  enrich_person: enrichPerson,
  enrich_company: enrichCompany,
  search_people: searchPeople,
  account
}

/** The fault that the identifiers in a body ask for. */
export const faultInBody = (operation: Operation, body: JsonObject): Fault | undefined => {
  const tokens = (): ReadonlyArray<string> => {
    if (operation === "enrich_person") {
      const keys = readPersonKeys(body)
      return "keys" in keys ? personTokens(keys.keys) : []
    }
    if (operation === "enrich_company") {
      const keys = readCompanyKeys(body)
      return "keys" in keys ? companyTokens(keys.keys) : []
    }
    return typeof body["company"] === "string" ? [body["company"]] : []
  }
  const token = faultToken(tokens())
  return token === undefined ? undefined : faultIn(token)
}
