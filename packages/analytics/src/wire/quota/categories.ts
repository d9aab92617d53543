/** Which quota a request counts against: each property has one for each category, core and realtime. */

/** Of one property. Reports, metadata and compatibility are core. */
export interface Category {
  readonly property: string
  readonly isRealtime: boolean
}

const PROPERTY = /^\/v\d\w*\/properties\/(\d+)(?=[:/]|$)(.*)$/i

/** The category of a request to the API of reports. @param path below the base address */
export const categoryOf = (path: string): Category | undefined => {
  const [, property, rest = ""] = PROPERTY.exec(path) ?? []
  return property === undefined ? undefined : { property, isRealtime: /^:runrealtimereport$/i.test(rest) }
}

/** The resource that the budget counts by. */
export const resourceOf = ({ property, isRealtime }: Category): string =>
  `property-${property}-${isRealtime ? "realtime" : "core"}`

const READS = /:(run\w*|batchrun\w*|checkcompatibility|query)$/i

/** Whether a POST to the API of reports only reads. */
export const onlyReads = (path: string): boolean => READS.test(path.split("?", 1)[0] ?? "")
