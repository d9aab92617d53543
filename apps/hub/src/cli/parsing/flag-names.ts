/** Names what is wrong by the flags that somebody typed, instead of by the fields that these flags fill. */
import { factsOf, invalidReason, ProviderError, type FieldError } from "@inlay/core-http/ProviderError"

/** The flag of each field that has one of another name. */
const FLAGS: Readonly<Record<string, string>> = {
  accounts: "--account",
  manages: "--manage",
  plugins: "--only-plugin",
  tools: "--tool",
  "target.owner": "--repo OWNER/NAME",
  "target.repo": "--repo OWNER/NAME"
}

/** A field within the JSON of `--target`, or a `--filter NAME=VALUE`. */
const WITHIN = /^(target|filter)s?\.(.+)$/

const byFlag = ({ field, message }: FieldError, hasTarget: boolean): FieldError => {
  const flag = hasTarget && field.startsWith("target.") ? undefined : FLAGS[field]
  if (flag !== undefined) return { field: flag, message }
  const [, name, part] = WITHIN.exec(field) ?? []
  if (name === undefined) return { field, message }
  const words = name === "filter" ? message.replace("a field of this input", "a filter of this trigger") : message
  return { field: `--${name} ${part}`, message: words }
}

/**
 * Returns an error with flags for fields.
 *
 * @param hasTarget whether `--target` was given, so that its fields are not those of `--repo`
 */
export const withFlags = (error: ProviderError, hasTarget = false): ProviderError => {
  const { reason } = error
  if (reason._tag !== "Invalid") return error
  const fields = reason.fields.map((field) => byFlag(field, hasTarget))
  // Two fields of one flag have one message.
  const distinct = fields.filter(
    ({ field, message }, at) => fields.findIndex((one) => one.field === field && one.message === message) === at
  )
  return new ProviderError({
    ...factsOf(error),
    reason: { ...reason, what: invalidReason(distinct).what, fields: distinct }
  })
}
