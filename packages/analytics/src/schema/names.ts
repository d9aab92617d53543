/**
 * Schemas for common inputs: ids, names, time zones and currencies, validated by the service's own rules. Each is a
 * function that takes the description for agents, because the description must be set before the rules. Rules only
 * validate and do not transform values; agents do not see them.
 */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A validation rule. Returns a message if the value is invalid. */
export type Rule<A> = (value: A) => string | undefined

/** The rule that a parser accepts the text. Its failures are messages. */
export const parsedBy =
  (parse: (text: string) => Result.Result<unknown, string>): Rule<string> =>
  (value) => {
    const result = parse(value)
    return Result.isFailure(result) ? result.failure : undefined
  }

/** A text schema with a rule, as a function of its description. */
export const textBy = (rule: Rule<string>) => (description?: string) =>
  Schema.String.annotate({ description }).check(Schema.makeFilter(rule))

/** A schema for whole numbers from `least` to `most`, as a function of its description. */
export const integerFrom = (least: number, most: number, problem?: string) => (description?: string) =>
  Schema.Int.annotate({ description }).check(
    Schema.makeFilter((value) =>
      value >= least && value <= most ? undefined : (problem ?? `must be from ${least} to ${most}`)
    )
  )

/** A list schema with a maximum length. `problem` is the error message. */
export const listOf = <S extends Schema.Top>(item: S, most: number, problem: string, description?: string) =>
  Schema.Array(item)
    .annotate({ description })
    .check(Schema.makeFilter((items) => (items.length <= most ? undefined : problem)))

const idProblem =
  (collection: string, example: string): Rule<string> =>
  (value) =>
    new RegExp(`^(${collection}/)?[1-9]\\d{0,18}$`).test(value) ? undefined : `must be ${example}, or the number alone`

/** The id of a resource, given with or without the name of its collection. */
export const idOf = (value: string): string => value.slice(value.lastIndexOf("/") + 1)

const PREVIOUS_GENERATION = /^(properties\/)?UA-/i

/** Ids of the service's tags. They identify a data stream or a tag, never a property. */
const TAG = /^(properties\/)?(G|GT|GTM|AW|DC)-[A-Z0-9]+$/i

const propertyProblem: Rule<string> = (value) => {
  if (PREVIOUS_GENERATION.test(value))
    return "is of the previous generation (UA-...), which ended in July 2023: use the numeric property id, such as properties/1234"
  if (TAG.test(value))
    return "is the id of a tag or data stream (such as a measurement id, G-...): use the numeric property id, such as properties/1234"
  return idProblem("properties", "properties/1234")(value)
}

/** A property, as `properties/1234` or `1234`. */
export const property = textBy(propertyProblem)

/** Whether a text identifies a property. */
export const isProperty = (value: string): boolean => propertyProblem(value) === undefined

/** The property's name in endpoints, such as `properties/1234`. */
export const propertyName = (value: string): string => `properties/${idOf(value)}`

/** The rule that a full name, such as `properties/1234/keyEvents/56`, is of the property that is given beside it. */
export const ofItsProperty =
  (field: string) =>
  (input: Readonly<Record<string, unknown>>): ReadonlyArray<FieldError> => {
    const { property: ownProperty, [field]: name } = input
    const propertyInName = typeof name === "string" ? /^properties\/\d+/.exec(name)?.[0] : undefined
    if (propertyInName === undefined || typeof ownProperty !== "string") return []
    return propertyInName === propertyName(ownProperty)
      ? []
      : [{ field, message: `is of ${propertyInName}, not of ${propertyName(ownProperty)}` }]
  }

/** An analytics account, as `accounts/12` or `12`. */
export const account = textBy(idProblem("accounts", "accounts/12"))

/** A key event's id. */
export const keyEventId = textBy(idProblem("properties/\\d+/keyEvents", "a key event's id, such as 56"))

/** A data stream's id. */
export const dataStreamId = textBy(idProblem("properties/\\d+/dataStreams", "a data stream's id, such as 78"))

/** An event's name, in any script: https://support.google.com/analytics/answer/13316687 */
export const eventName = textBy((value) =>
  /^\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(value) && [...value].length <= 40
    ? undefined
    : "must be an event's name: a letter, then letters, digits and _, at most 40"
)

/**
 * A text that is not blank.
 * @param most the most characters
 */
export const text = (most: number) =>
  textBy((value) => {
    if (value.trim() === "") return "must not be empty"
    return [...value].length <= most ? undefined : `must have at most ${most} characters`
  })

const isTimeZone = (value: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** City names without a region and offsets are not valid time zones. */
export const timeZone = textBy((value) =>
  (value.includes("/") || value === "UTC") && isTimeZone(value)
    ? undefined
    : "must be a time zone of the IANA database, such as Australia/Sydney"
)

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"))

/** A currency code of ISO 4217. */
export const currencyCode = textBy((value) =>
  CURRENCIES.has(value) ? undefined : "must be a currency code of ISO 4217, such as AUD"
)

/**
 * The name of a dimension or metric, such as `sessions`, `customEvent:plan` or `sessionKeyEventRate:purchase`. The part
 * after the colon can be in any script.
 */
export const FIELD_NAME = /^[A-Za-z]\w*(:[\p{L}\p{N}_][\p{L}\p{M}\p{N}_. -]*)?$/u

/** A dimension, by its API name. */
export const dimension = textBy((value) =>
  FIELD_NAME.test(value) ? undefined : "must be a dimension's API name, such as country or customEvent:plan"
)

/** A metric with a name and an expression: `perUser = eventCount/activeUsers`. */
export const METRIC_EXPRESSION = /^\s*([A-Za-z]\w*)\s*=\s*([\p{L}\p{M}\p{N}_:.+\-*/() ]{1,1000})$/u

/** A metric, by its API name or with an expression. */
export const metric = textBy((value) =>
  FIELD_NAME.test(value) || METRIC_EXPRESSION.test(value)
    ? undefined
    : "must be a metric's API name, such as sessions, or a name and its expression: perUser = eventCount/activeUsers"
)

/** The URL of a site. */
export const siteAddress = textBy((value) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && value.length <= 1000
    ? undefined
    : "must be a site's address, such as https://www.example.com"
)
