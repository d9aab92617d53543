/**
 * Requests for people searches: people like the current one, or with a role at a company. First the price, then the
 * search.
 */
import { refShape, type AccountRef } from "../../messaging/account.ts"
import { isObject, isOptional, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { seenPriceShape, type Price, type SeenPrice } from "../enrich/requests.ts"

/** At least one of them is not empty; `people` combines them. */
export interface Criteria {
  readonly position: string
  readonly seniority: string
  readonly department: string
  readonly company: string
}

/** The next page of a search, as its answer names it: the complete input. */
type NextPage = Readonly<Record<string, unknown>>

/** A person in a search's answer; fields that the answer lacks are `null`. */
export interface PersonLine {
  readonly name: string | null
  readonly title: string | null
  readonly company: string | null
  readonly location: string | null
  readonly profileUrl: string | null
}

export interface PeopleRequests {
  /** Of a search by any criteria. Sends nothing. */
  readonly peoplePrice: { readonly input: AccountRef; readonly output: Price }
  /**
   * Costs every time, each page: searches are not saved, but the last one stays in memory. With
   * `next`, the criteria are not read.
   */
  readonly people: {
    readonly input: AccountRef &
      Criteria &
      SeenPrice & {
        /** Key of the person or company from whose record the search starts. */
        readonly subject: string
        readonly next?: NextPage | undefined
      }
    readonly output: {
      readonly people: ReadonlyArray<PersonLine>
      readonly total: number | null
      readonly charged: number | "unknown"
      readonly next: NextPage | null
    }
    readonly mayCost: true
  }
}

const isCriterion = isTextOf(200)

export const inputs: Inputs<PeopleRequests> = {
  peoplePrice: isStruct(refShape),
  people: isStruct({
    ...refShape,
    position: isCriterion,
    seniority: isCriterion,
    department: isCriterion,
    company: isCriterion,
    ...seenPriceShape,
    subject: isTextOf(4096),
    next: isOptional(isObject)
  })
}
