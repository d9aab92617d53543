// Settings that can differ between servers or tests.

import type { JsonObject } from "@inlay/sandbox-kit/json"

export interface Settings {
  /** Delay before each API response, in milliseconds. */
  latencyMs: number
  /** JSON responses omit the content of larger files, in bytes. */
  jsonContentBytes: number
  /** Larger files are refused, in bytes. */
  largestBlobBytes: number
  /** Larger content in a request is refused, in bytes. */
  largestInputBytes: number
  /** Trees with more entries are truncated. */
  treeEntries: number
  /** The number of log lines that a job writes. */
  logLines: number
  /**
   * Whether every token must name a type in an issue search. If false, this applies only to application and
   * fine-grained tokens.
   */
  searchNeedsType: boolean
  /** If false, projects are available through GraphQL only, as on older servers. */
  projectsRest: boolean
  /** Whether classic projects exist, as on old enterprise servers. */
  classicProjects: boolean
  /** The time that a webhook receiver has to respond, in milliseconds. */
  hookTimeoutMs: number
}

const megabyte = 1024 * 1024

export const usualSettings: Settings = {
  latencyMs: 0,
  jsonContentBytes: megabyte,
  largestBlobBytes: 100 * megabyte,
  largestInputBytes: 75 * megabyte,
  treeEntries: 100_000,
  logLines: 300,
  searchNeedsType: false,
  projectsRest: true,
  classicProjects: false,
  hookTimeoutMs: 10_000
}

const most = 1_000_000_000

const isOfKind = (value: unknown, usual: boolean | number): boolean =>
  typeof usual === "boolean"
    ? typeof value === "boolean"
    : typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most

const isSetting = (name: string): name is keyof Settings => Object.hasOwn(usualSettings, name)

/** Applies the changes. Returns an error message, or undefined if all changes were applied. */
export const changeSettings = (settings: Settings, changes: JsonObject): string | undefined => {
  for (const [name, value] of Object.entries(changes)) {
    if (!isSetting(name)) return `${name} is not known; known: ${Object.keys(usualSettings).join(", ")}`
    const usual = usualSettings[name]
    if (!isOfKind(value, usual))
      return `${name} must be ${typeof usual === "boolean" ? "true or false" : `a whole number up to ${most}`}`
  }
  Object.assign(settings, changes)
  return undefined
}
