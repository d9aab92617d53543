import type { Reason } from "../errors/ProviderError.ts"

/** The reason that a server gives if it refuses addresses inside its own network. */
export const guardedAddress: Reason = {
  _tag: "Refused",
  guard: "baseAddress",
  what: "The address is in a private network, where this server sends nothing.",
  remedy: { to: "ask", whom: "administrator", needs: "access to private networks" },
  nothing: "sent"
}
