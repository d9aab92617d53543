/** What clocks in a time zone show. Pure. */

/**
 * Returns a function that writes a moment as clocks in a time zone show it, in ISO 8601: as a day, or with its hour.
 * Undefined if the zone is unknown here.
 */
export const clockIn = (timeZone: string, hour?: "2-digit"): ((millis: number) => string) | undefined => {
  const twoDigits = { month: "2-digit", day: "2-digit" } as const
  try {
    // Canadian English has the form of ISO 8601, but is unknown to Node of Alpine Linux, which writes another instead.
    const format = new Intl.DateTimeFormat("en-US", { year: "numeric", ...twoDigits, hour, hourCycle: "h23", timeZone })
    return (millis) =>
      format
        .format(millis)
        .replace(/(..)\/(..)\/(....)/, "$3-$1-$2")
        .replace(", ", "T")
  } catch {
    return undefined
  }
}
