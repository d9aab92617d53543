/** People like the one in front of the user, or of a role at a company: what a search would cost, and whom it finds. */
import { isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { refShape, type AccountRef } from "../accounts/requests.ts"
import type { Price } from "../enrich/requests.ts"

/** At least one of them is not empty; `people` combines them. */
export interface Criteria {
  readonly position: string
  readonly seniority: string
  readonly department: string
  readonly company: string
}

/** A person of a search's answer; what it does not say is `null`. */
export interface PersonLine {
  readonly name: string | null
  readonly title: string | null
  readonly company: string | null
  readonly location: string | null
  readonly profileUrl: string | null
}

export interface PeopleRequests {
  /** Sends nothing. */
  readonly peoplePrice: { readonly input: AccountRef & Criteria; readonly output: Price }
  /** Costs: searches are never saved. */
  readonly people: {
    readonly input: AccountRef & Criteria
    readonly output: {
      readonly people: ReadonlyArray<PersonLine>
      readonly total: number | null
      readonly charged: number | "unknown"
    }
  }
}

const isCriterion = isTextOf(200)
const shape = {
  ...refShape,
  position: isCriterion,
  seniority: isCriterion,
  department: isCriterion,
  company: isCriterion
}

export const inputs: Inputs<PeopleRequests> = { peoplePrice: isStruct(shape), people: isStruct(shape) }
