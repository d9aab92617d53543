// Parses query parameters: the common ones of all requests and those of the operation.
// Source: https://cloud.google.com/apis/docs/system-parameters

import { camel } from "../protocol/types.ts"
import { invalidPayload } from "./errors.ts"

const system = new Set(["alt", "prettyPrint", "fields", "key", "quotaUser", "callback", "xgafv"])

export interface Query {
  /** Parameters of the operation, in camel case. */
  readonly own: Readonly<Record<string, string>>
  /** Whether enums are returned as numbers: `$alt=json;enum-encoding=int`. */
  readonly enumNumbers: boolean
}

/** Refuses parameters that the operation does not have. */
export const readQuery = (text: string, parameterNames: ReadonlyArray<string>): Query => {
  const own: Record<string, string> = {}
  let enumNumbers = false
  const problems: Array<{ readonly field: string; readonly description: string }> = []
  for (const [key, value] of new URLSearchParams(text)) {
    const name = camel(key.replace(/^\$/, ""))
    if (name === "alt") enumNumbers = /;\s*enum-encoding=int/.test(value)
    else if (parameterNames.includes(name)) own[name] = value
    else if (!system.has(name)) {
      const description = `Invalid JSON payload received. Unknown name "${key}": Cannot bind query parameter. Field '${key}' could not be found in request message.`
      problems.push({ field: "", description })
    }
  }
  if (problems.length > 0) throw invalidPayload(problems)
  return { own, enumNumbers }
}
