/** The input of a people search: at least one criterion. Criteria are combined with "and". */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Schema from "effect/Schema"

import type { Normalised } from "../identity/identifiers.ts"
import { optionalText } from "./names.ts"
import { readRegion } from "./regions.ts"

const words = (text: string): Normalised =>
  text.trim() === "" ? { ok: false, problem: "is empty" } : { ok: true, value: text.trim() }

const region = (text: string): Normalised => {
  const place = words(text)
  return place.ok ? readRegion(place.value) : place
}

/** People, by one or more criteria. */
export const PeopleCriteria = Schema.Struct({
  company: optionalText(words),
  position: optionalText(words),
  seniority: optionalText(words),
  department: optionalText(words),
  /** By name or code. */
  location: optionalText(region, "Australian state or NZ region"),
  /** The provider's size band. */
  company_size: optionalText(words, "e.g. 51-200"),
  /** Additional body fields that the provider accepts. */
  extra: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "Other body fields, e.g. page" })
  )
})
/** People, by one or more criteria. */
export type PeopleCriteria = typeof PeopleCriteria.Type

/** The rule that a search needs at least one criterion. */
export const noCriterion = ({ extra, ...criteria }: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
  const names = Object.keys(PeopleCriteria.fields).filter((name) => name !== "extra")
  const isSearch =
    names.some((name) => criteria[name] !== undefined) ||
    (typeof extra === "object" && extra !== null && Object.keys(extra).length > 0)
  return isSearch ? [] : [{ field: "", message: `no criterion is given: give one or more of ${names.join(", ")}` }]
}
