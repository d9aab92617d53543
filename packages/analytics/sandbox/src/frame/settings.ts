// Settings that can differ between tests.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import { dayOfText } from "../events/calendar.ts"
import { type QualitySettings, defaultQuality } from "../reports/quality.ts"

export interface Settings extends QualitySettings {
  /** Delay before each API response, in milliseconds. */
  latencyMs: number
  /** Services that are disabled in the caller's project: `data`, `admin`, or both separated by a comma. */
  disabledServices: string
  /** Whether responses of the authorization endpoint contain their issuer (`iss`, RFC 9207). */
  namesIssuer: boolean
}

export const usualSettings: Settings = { ...defaultQuality, latencyMs: 0, disabledServices: "", namesIssuer: true }

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

/** Applies the changes. Returns an error message, or undefined if all changes were applied. */
export const changeSettings = (settings: Settings, changes: JsonObject): string | undefined => {
  for (const [name, value] of Object.entries(changes)) {
    const problem = problemOf(name, value)
    if (problem !== undefined) return problem
  }
  Object.assign(settings, changes)
  return undefined
}
