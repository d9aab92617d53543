// How the service behaves, where that may differ from test to test.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import { dayOfText } from "../events/calendar.ts"
import { type QualitySettings, wholeTruth } from "../reports/quality.ts"

export interface Settings extends QualitySettings {
  /** Added before every answer of the APIs, in milliseconds. */
  latencyMs: number
  /** Services that are switched off in the caller's project: `data`, `admin`, or both with a comma. */
  disabledServices: string
  /** Whether answers of the authorization endpoint name their issuer (`iss`, RFC 9207). */
  namesIssuer: boolean
}

export const usualSettings: Settings = { ...wholeTruth, latencyMs: 0, disabledServices: "", namesIssuer: true }

const most = 1_000_000_000

const problemOf = (name: string, value: unknown): string | undefined => {
  if (!Object.hasOwn(usualSettings, name))
    return `${name} is not known; known: ${Object.keys(usualSettings).join(", ")}`
  const usual = usualSettings[name as keyof Settings]
  if (typeof value !== typeof usual) return `${name} must be a ${typeof usual}`
  if (typeof value === "number" && !(Number.isSafeInteger(value) && value >= 0 && value <= most)) {
    return `${name} must be a whole number up to ${most}`
  }
  if (name === "retainedFrom" && value !== "" && dayOfText(String(value)) === undefined) {
    return "retainedFrom must be a date, YYYY-MM-DD, or empty"
  }
  return undefined
}

/** What is wrong with the changes; undefined where they were made. */
export const changeSettings = (settings: Settings, changes: JsonObject): string | undefined => {
  for (const [name, value] of Object.entries(changes)) {
    const problem = problemOf(name, value)
    if (problem !== undefined) return problem
  }
  Object.assign(settings, changes)
  return undefined
}
