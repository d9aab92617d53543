/** Rate-limit headers as a provider sends them. */

export const NOW = Date.UTC(2026, 2, 10, 12)

const seconds = (millis: number) => String(millis / 1000)

export const rateLimitHeaders = (remaining: number, resetsAtMillis: number, limit = 10) => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": seconds(resetsAtMillis)
})
