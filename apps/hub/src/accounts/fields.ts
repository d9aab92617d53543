/** Validates values for an account kind's fields, before anything is sent. */
import type { AccountKind, Field } from "@inlay/agent-plugin/Account"
import type { FieldError } from "@inlay/core-http/ProviderError"

/** Values of an account's fields, by name. */
export type Values = Readonly<Record<string, string>>

const isAddress = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** What is wrong with a value. An empty value counts as not given. */
export const problemOf = (field: Field, value: string): string | undefined => {
  if (value === "") return undefined
  // A file's content is validated by the account kind.
  if (field.type === "file") return undefined
  if (/\p{Cc}/u.test(value)) return "holds a line break or another control character"
  switch (field.type) {
    case "url":
      return isAddress(value) ? undefined : "must be an http or https address"
    case "number":
      return Number.isFinite(Number(value)) ? undefined : "must be a number"
    case "boolean":
      return value === "true" || value === "false" ? undefined : "must be true or false"
    case "choice": {
      if (field.options === undefined || field.options === "provider") return undefined
      const values = field.options.map((option) => option.value)
      return values.includes(value) ? undefined : `must be one of ${values.join(", ")}`
    }
    case "text":
      return undefined
  }
}

/** Everything that is wrong with the values for a kind. @param filledFields fields that will be filled later */
export const problemsOf = (
  kind: AccountKind,
  values: Values,
  filledFields: ReadonlyArray<string>
): ReadonlyArray<FieldError> =>
  kind.fields.flatMap((field) => {
    const value = values[field.name] ?? ""
    const message =
      value === "" && field.required && field.default === undefined && !filledFields.includes(field.name)
        ? "is required"
        : problemOf(field, value)
    return message === undefined ? [] : [{ field: field.name, message }]
  })
