// Parses `updateMask`, which names the fields to change in snake or camel case, or is `*`.
// Source: https://google.aip.dev/161

import { invalid, required } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"
import { camel } from "../protocol/types.ts"

interface Changeable {
  /** Fields that can be changed. A dot separates nested fields. */
  readonly fields: ReadonlyArray<string>
  /** Fields that exist but cannot be changed. */
  readonly fixed: ReadonlyArray<string>
}

/** The names of the fields in camel case. Refuses a missing mask and fields that cannot be changed. */
export const maskOf = ({ query }: Context, { fields, fixed }: Changeable): ReadonlySet<string> => {
  const mask = query["updateMask"] ?? ""
  if (mask === "") throw required("update_mask")
  if (mask === "*") return new Set(fields)
  const names = mask.split(",").map((name) => name.trim().split(".").map(camel).join("."))
  for (const name of names) {
    if (fixed.includes(name)) throw invalid(`The field '${name}' in update_mask is immutable or output only.`)
    const isKnown = fields.some((field) => field === name || field.startsWith(`${name}.`))
    if (!isKnown) throw invalid(`Invalid field in update_mask: '${name}'.`)
  }
  return new Set(fields.filter((field) => names.some((name) => field === name || field.startsWith(`${name}.`))))
}
