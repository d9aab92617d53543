/** A hub token as it is shown, without its text, which is not stored. */
import { iso } from "../../iso.ts"
import type { HubToken } from "./HubTokens.ts"

export const tokenView = ({ id, kind, name, grant, createdMillis, expiresMillis, lastUsedMillis }: HubToken) => ({
  id,
  kind,
  name,
  grant,
  createdAt: new Date(createdMillis).toISOString(),
  expiresAt: iso(expiresMillis),
  lastUsedAt: iso(lastUsedMillis)
})
