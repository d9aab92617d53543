/** The identifiers that each lookup accepts, and how they are normalised for requests. Pure. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import * as identifiers from "./identifiers.ts"
import type { Normalised } from "./identifiers.ts"

/** A lookup's identifiers, each with its normaliser. */
export type Identifiers = Readonly<Record<string, (text: string) => Normalised>>

export const personIdentifiers = {
  profilenet_url: (text: string) => identifiers.profileUrl("person", text),
  email: identifiers.email,
  profilenet_slug: identifiers.slug
} satisfies Identifiers

export const companyIdentifiers = {
  domain: identifiers.companyDomain,
  profilenet_url: (text: string) => identifiers.profileUrl("company", text),
  abn: identifiers.abn,
  website: identifiers.website
} satisfies Identifiers

/** The rule that a lookup needs at least one identifier. */
/* @__NO_SIDE_EFFECTS__ */
export const noIdentifier =
  (lookup: Identifiers) =>
  (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> =>
    Object.keys(lookup).some((field) => input[field] !== undefined)
      ? []
      : [{ field: "", message: `no identifier is given: give one or more of ${Object.keys(lookup).join(", ")}` }]

/** Normalises a lookup's identifiers. Fails with all invalid fields at once. */
export const normalForm = (
  lookup: Identifiers,
  input: Readonly<Record<string, unknown>>
): Result.Result<Readonly<Record<string, string>>, ReadonlyArray<FieldError>> => {
  const body: Record<string, string> = {}
  const problems: Array<FieldError> = []
  // Report problems in the order of the lookup's fields, as a schema would.
  const fields = [...Object.keys(lookup), ...Object.keys(input).filter((field) => !Object.hasOwn(lookup, field))]
  for (const field of fields) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    if (value === undefined) continue
    const normalise = Object.hasOwn(lookup, field) ? lookup[field] : undefined
    if (normalise === undefined) problems.push({ field, message: "is not a field of this input" })
    else if (typeof value !== "string") problems.push({ field, message: "must be a string" })
    else {
      const normal = normalise(value)
      if (normal.ok) body[field] = normal.value
      else problems.push({ field, message: normal.problem })
    }
  }
  problems.push(...noIdentifier(lookup)(input))
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(body)
}
