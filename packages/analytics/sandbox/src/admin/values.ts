// Validates values of records as the service does.

import { isTimeZone } from "../events/calendar.ts"
import { invalid, required } from "../frame/errors.ts"
import { isCurrency } from "../reports/currency.ts"

/** The text of a body's field, or an empty string if it is not a text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A display name. Refuses an empty one, and one longer than `most` UTF-16 code units. */
export const displayNameOf = (value: unknown, most: number): string => {
  if (typeof value !== "string" || value.trim() === "") throw required("display_name")
  if (value.length > most) throw invalid(`The value for the 'display_name' field is too long. The maximum is ${most}.`)
  return value
}

export const timeZoneOf = (value: unknown): string => {
  if (typeof value !== "string" || value === "") throw required("time_zone")
  if (!isTimeZone(value)) throw invalid(`The value '${value}' for the 'time_zone' field is not a valid time zone.`)
  return value
}

export const currencyOf = (value: unknown): string => {
  if (typeof value !== "string" || !isCurrency(value)) {
    throw invalid(`The value '${textOf(value)}' for the 'currency_code' field is not a valid ISO 4217 currency code.`)
  }
  return value
}

export const uriOf = (value: unknown): string => {
  if (value === undefined || value === "") return ""
  if (typeof value !== "string" || !/^https?:\/\/[^/\s]+/.test(value)) {
    throw invalid(`The value '${textOf(value)}' for the 'default_uri' field is not a valid URI.`)
  }
  return value
}
