// Reads the members of a request body. Missing members and wrong types are refused with the service's messages.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import { invalidRequest } from "./errors.ts"

const wrong = (name: string, value: unknown, kind: string): never => {
  throw invalidRequest(`For 'properties/${name}', ${JSON.stringify(value)} is not ${kind}.`)
}

/** Refuses a body that lacks any of the members. */
export const requireFields = (body: JsonObject, ...names: ReadonlyArray<string>): void => {
  const missing = names.filter((name) => body[name] === undefined || body[name] === null)
  if (missing.length === 0) return
  const list = missing.map((name) => `"${name}"`).join(", ")
  throw invalidRequest(`${list} ${missing.length === 1 ? "wasn't" : "weren't"} supplied.`)
}

export const optionalText = (body: JsonObject, name: string): string | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  return typeof value === "string" ? value : wrong(name, value, "a string")
}

export const requiredText = (body: JsonObject, name: string): string => {
  requireFields(body, name)
  return optionalText(body, name) ?? ""
}

/** Returns null if the member was sent as null, and undefined if it was not sent. */
export const nullableText = (body: JsonObject, name: string): string | null | undefined =>
  body[name] === null ? null : optionalText(body, name)

export const optionalFlag = (body: JsonObject, name: string): boolean | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  return typeof value === "boolean" ? value : wrong(name, value, "a boolean")
}

export const optionalWhole = (body: JsonObject, name: string): number | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  return typeof value === "number" && Number.isSafeInteger(value) ? value : wrong(name, value, "an integer")
}

export const optionalTexts = (body: JsonObject, name: string): ReadonlyArray<string> | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) return wrong(name, value, "an array")
  return value.map((item: unknown, index) =>
    typeof item === "string" ? item : wrong(`${name}/${index}`, item, "a string")
  )
}

/** One of a fixed set of values. Returns undefined if the member was not sent. */
export const optionalChoice = <A extends string>(
  body: JsonObject,
  name: string,
  choices: ReadonlyArray<A>
): A | undefined => {
  const value = optionalText(body, name)
  if (value === undefined) return undefined
  const list = choices.map((choice) => `"${choice}"`).join(", ")
  return choices.find((choice) => choice === value) ?? wrong(name, value, `a possible value. Must be one of [${list}]`)
}
