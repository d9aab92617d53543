/** A hub token as it is shown, without its text, which is not stored. */
import type { HubToken } from "./HubTokens.ts"

/** An ISO 8601 time, or `null`. */
export const iso = (millis: number | undefined): string | null =>
  millis === undefined ? null : new Date(millis).toISOString()

export const tokenView = ({ id, kind, name, grant, createdMillis, expiresMillis, lastUsedMillis }: HubToken) => ({
  id,
  kind,
  name,
  grant,
  createdAt: new Date(createdMillis).toISOString(),
  expiresAt: iso(expiresMillis),
  lastUsedAt: iso(lastUsedMillis)
})
