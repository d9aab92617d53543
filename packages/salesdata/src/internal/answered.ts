/**
 * Who an answer to a lookup is about. Ledger, cache and outcome all ask, and a kept answer is asked again by every lookup
 * that it serves, so each is read once: what was read stays with the answer's JSON, which never changes.
 */
import { readCompany } from "../schema/Company.ts"
import { readPerson } from "../schema/Person.ts"
import type { Reading } from "../schema/Reading.ts"
import { keysOfCompany, keysOfPerson } from "./lookup-keys.ts"
import { isNoMatch } from "./no-match.ts"

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Answered<A> {
  readonly reading: Reading<A>
  /** Every identifier in the record, as cache and ledger keys. */
  readonly keys: ReadonlyArray<string>
}

/** `undefined` where nobody matches. */
export type Reader<A> = (answer: Answer, sites: ReadonlyArray<string>) => Answered<A> | undefined

const once = <A>(
  read: (body: unknown) => Reading<A> | undefined,
  keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>
): Reader<A> => {
  interface Known extends Pick<Answer, "status"> {
    readonly sites: ReadonlyArray<string>
    readonly answered: Answered<A> | undefined
  }
  const known = new WeakMap<object, Known>()
  return (answer, sites) => {
    const { status, body } = answer
    const before = typeof body === "object" && body !== null ? known.get(body) : undefined
    if (before?.status === status && before.sites === sites) return before.answered
    const reading = isNoMatch(answer) ? undefined : read(body)
    const answered = reading && { reading, keys: keysOf(reading.value, sites) }
    if (typeof body === "object" && body !== null) known.set(body, { status, sites, answered })
    return answered
  }
}

export const personAnswered = once(readPerson, keysOfPerson)
export const companyAnswered = once(readCompany, keysOfCompany)
