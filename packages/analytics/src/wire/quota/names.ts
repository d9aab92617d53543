/** Readable names for the limits of a property's budgets. */
const WINDOWS: Readonly<Record<string, string>> = {
  tokensPerDay: "tokens of the day",
  tokensPerHour: "tokens of the hour",
  tokensPerProjectPerHour: "tokens of the hour for this project"
}

/** The format of resource names in `resourceOf` and in the gates. */
const RESOURCE = /^(property|errors|thresholded)-(\d+)-(core|realtime)$/

/** @returns undefined if the limit is not part of a property's quota */
export const limitName = (resource: string, window: string): string | undefined => {
  const [, counter, property = "", category] = RESOURCE.exec(resource) ?? []
  const reports = category === "realtime" ? "realtime reports" : "reports"
  switch (counter) {
    case "property":
      return !Object.hasOwn(WINDOWS, window) ? undefined : `Property ${property}, ${reports}: ${WINDOWS[window]}`
    case "errors":
      return `Property ${property}, ${reports}: service failures allowed per hour`
    case "thresholded":
      return `Property ${property}, ${reports}: requests of the hour that may be thresholded`
    default:
      return resource === "admin" ? "Settings requests" : undefined
  }
}
