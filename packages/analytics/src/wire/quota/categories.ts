/**
 * Finds the quota that a request counts against. Each property has separate quotas for the categories core and
 * realtime.
 */
import type { CallRequest } from "@inlay/core-http/Client"

/** The quota category of one property. Reports, metadata and compatibility checks are core. */
export interface Category {
  readonly property: string
  readonly isRealtime: boolean
}

const PROPERTY = /^\/v\d\w*\/properties\/(\d+)(?=[:/]|$)(.*)$/i

/**
 * The category of a request to the Data API.
 * @param path the path below the base URL
 */
export const categoryOf = (path: string): Category | undefined => {
  const [, property, rest = ""] = PROPERTY.exec(path) ?? []
  return property === undefined ? undefined : { property, isRealtime: /^:runrealtimereport$/i.test(rest) }
}

/** The category's name, as the names of its budget resources end. */
export const categoryName = ({ property, isRealtime }: Category): string =>
  `${property}-${isRealtime ? "realtime" : "core"}`

/** The budget resource of a category. */
export const resourceOf = (category: Category): string => `property-${categoryName(category)}`

/** The reports of a request: several in a batch. */
export const reportsIn = ({ body = {} }: Pick<CallRequest, "body">): ReadonlyArray<unknown> =>
  Array.isArray(body["requests"]) ? body["requests"] : [body]

const READS = /:(run\w*|batchrun\w*|checkcompatibility|query)$/i

/** Whether a POST request to the Data API is read-only. */
export const onlyReads = (path: string): boolean => READS.test(path.split("?", 1)[0] ?? "")
