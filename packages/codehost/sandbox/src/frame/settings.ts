// How the service behaves, where that may differ from server to server or from test to test.

import type { JsonObject } from "@inlay/sandbox-kit/json"

export interface Settings {
  /** Added before every answer of the API, in milliseconds. */
  latencyMs: number
  /** A file of more bytes comes without its content in JSON. */
  jsonContentBytes: number
  /** A file of more bytes is refused. */
  largestBlobBytes: number
  /** Content of more bytes is not taken in one request. */
  largestInputBytes: number
  /** A tree with more entries below it is told in part. */
  treeEntries: number
  /** How much a job writes into its log. */
  logLines: number
  /** Whether every token must say in a search of issues which type it is after; otherwise only those of applications. */
  searchNeedsType: boolean
  /** False: projects are there by GraphQL alone, as on older servers. */
  projectsRest: boolean
  /** Whether there are classic projects, as on old enterprise servers. */
  classicProjects: boolean
  /** How long a receiver of hooks may take to answer. */
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

/** What is wrong with the changes; undefined where they were made. */
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
