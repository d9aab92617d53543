/**
 * The judgment of an answer, made once. Errors, ledger, cache and outcome all ask, and a kept answer is asked again by every
 * lookup that it serves: what was judged stays with the answer's JSON, which never changes.
 */
import { locateCompany, readCompanyAt, type Company } from "../schema/Company.ts"
import { locatePerson, readPersonAt, type Person } from "../schema/Person.ts"
import { locatePeople, tellsOfPeople, type SearchPage } from "../schema/Search.ts"
import { emailFields, phoneFields } from "./contact-points.ts"
import { judge, type Answered, type Judgment, type Kind } from "./judgment.ts"
import { askedOf, isBare, nothingAsked } from "./locate.ts"
import { keysOfCompany, keysOfPerson } from "./lookup-keys.ts"
import type { Paid } from "./paid-path.ts"
import { reader } from "./reader.ts"

type Body = Readonly<Record<string, unknown>> | undefined

/** @param body of the request; left out for an answer that was kept, which was judged when it was bought */
export type Judge<A> = (answer: Answered, body?: Body) => Judgment<A>

const once = <A>(kind: Kind<A>): Judge<A> => {
  const known = new WeakMap<object, { readonly status: number; readonly judgment: Judgment<A> }>()
  return (answer, asked) => {
    const { status, body } = answer
    const isKept = typeof body === "object" && body !== null
    const before = isKept ? known.get(body) : undefined
    if (before?.status === status) return before.judgment
    const judgment = judge(kind, answer, asked === undefined ? nothingAsked : askedOf(asked))
    if (isKept) known.set(body, { status, judgment })
    return judgment
  }
}

const CONTACTS = [...emailFields, ...phoneFields].map((field) => [field])

export const judgePerson = once<Person>({
  isLookup: true,
  places: /^(person|contact|profile|lead|prospect|people|contacts|persons|profiles|leads|prospects|\w+person)$/,
  locate: (body, asked, weakly) => {
    const located = locatePerson(body, asked, weakly)
    if (located === undefined) return undefined
    const { find } = reader(located.record, located.path)
    return {
      read: () => readPersonAt(located.record, located.path, located.around),
      isComplete: CONTACTS.some((names) => !isBare(find(names)?.value, asked))
    }
  }
})

export const judgeCompany = once<Company>({
  isLookup: true,
  places: /^(company|organi[sz]ation|business|companies|organi[sz]ations|firmographics|\w+company)$/,
  locate: (body, asked, weakly) => {
    const located = locateCompany(body, asked, weakly)
    return located && { read: () => readCompanyAt(located), isComplete: true }
  }
})

export const judgeSearch = once<SearchPage>({
  isLookup: false,
  places: /^(people|contacts|persons|profiles|leads|prospects|person|contact)$/,
  locate: (body, asked, weakly) => {
    const page = locatePeople(body, asked, weakly)
    return page && { read: () => ({ value: page, sources: {}, drift: [], checkedOn: undefined }), isComplete: true }
  },
  holdsUnread: tellsOfPeople
})

const judges = { person: judgePerson, company: judgeCompany, search: judgeSearch }

export const judgmentOf = (paid: Paid, answer: Answered, body?: Body): Judgment<Person | Company | SearchPage> =>
  judges[paid](answer, body)

/** Every identifier in a record, as cache and ledger keys; kept with the record, for the same sites. */
const keysOnce = <A extends object>(keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>) => {
  const known = new WeakMap<A, { readonly sites: ReadonlyArray<string>; readonly keys: ReadonlyArray<string> }>()
  return (record: A, sites: ReadonlyArray<string>): ReadonlyArray<string> => {
    const before = known.get(record)
    if (before?.sites === sites) return before.keys
    const keys = keysOf(record, sites)
    known.set(record, { sites, keys })
    return keys
  }
}

export const personKeys = keysOnce(keysOfPerson)
export const companyKeys = keysOnce(keysOfCompany)
