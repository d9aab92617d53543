/**
 * Validates the account form by its fields' types alone, before the browser is asked for anything or a request is sent.
 * Pure.
 */
import { movedAddresses, type FieldRules } from "@inlay/agent-plugin/manifest"

import { account as words } from "../../../locales/settings.ts"
import { numberOf, typedNumber } from "../../../ui/text/typed-number.ts"
import { LOOPBACK } from "../../hub/address.ts"

export type Values = Readonly<Record<string, string>>

/**
 * The values that a new account starts with. They include a proposed cap, because users who have to set one themselves
 * go without: leaving it out then takes a deliberate step.
 */
export const proposedValues = (fields: ReadonlyArray<FieldRules>): Values =>
  Object.fromEntries(fields.flatMap(({ name, proposed }) => (proposed === undefined ? [] : [[name, proposed]])))

const parse = (address: string): URL | undefined =>
  /^https?:\/\/[^/\s]\S*$/i.test(address) && URL.canParse(address) ? new URL(address) : undefined

const addressProblem = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined) return words.mustBeAddress
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return words.mustBePlain
  return url.protocol === "https:" || LOOPBACK.has(url.hostname) ? undefined : words.mustBeHttps
}

const problem = ({ type }: FieldRules, value: string): string | undefined => {
  if (type === "url") return addressProblem(value)
  if (type === "number") return numberOf(value) >= 0 && numberOf(value) < Infinity ? undefined : words.mustBeNumber
  return undefined
}

const asSent = (type: FieldRules["type"], value: string): string => {
  if (type === "file") return value
  return type === "number" ? typedNumber(value) : value.trim()
}

/** Returns the values as they are sent: trimmed, except for the content of files, and numbers with a decimal point. */
export const normalise = (fields: ReadonlyArray<FieldRules>, values: Values): Values =>
  Object.fromEntries(fields.map(({ name, type }) => [name, asSent(type, values[name] ?? "")]))

/**
 * Returns every problem by its field's name. `storedForm` holds the stored account's values, and which secrets it has.
 */
export const problems = (
  fields: ReadonlyArray<FieldRules>,
  values: Values,
  storedForm: { readonly values: Values; readonly hasSecret: Readonly<Record<string, boolean>> } | null
): Values => {
  const all: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ""
    if (value !== "") {
      // What is stored was accepted once, in whichever language.
      const wrong = value === storedForm?.values[field.name] ? undefined : problem(field, value)
      if (wrong !== undefined) all[field.name] = wrong
    } else if (field.secret && storedForm?.hasSecret[field.name] === true) {
      // A stored key must never be sent to an address that it was not entered for.
      if (movedAddresses(fields, storedForm.values, values).length > 0) all[field.name] = words.keyForNewAddress
    } else if (field.required && field.default === undefined) {
      all[field.name] = words.mustNotBeEmpty
    }
  }
  return all
}
