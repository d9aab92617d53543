/** An ISO 8601 time, or `null` if there is none. */
export const iso = (millis: number | undefined): string | null =>
  millis === undefined ? null : new Date(millis).toISOString()
