/** Judges e-mail addresses by what the provider says about them, for a card and for other lists of contacts. Pure. */
import type { CardTone } from "@inlay/agent-plugin/Card"

import type { Email } from "./schema/Person.ts"

/** Returns `good` for an address that was verified, `warning` for one that bounces or is doubtful, else `neutral`. */
export const emailTone = (status: string | null): CardTone => {
  if (status === null) return "neutral"
  if (/invalid|bounce|risky|undeliver/.test(status)) return "warning"
  return /^(verified|valid|deliverable|safe)(?!.*(catch|accept|format|syntax))/.test(status) ? "good" : "neutral"
}

/**
 * Sort order of contacts: verified addresses, other addresses, phone numbers, doubtful addresses, phone numbers on a
 * do-not-call register.
 */
export const usefulness = (kind: "email" | "phone", tone: CardTone): number => {
  if (kind === "phone") return tone === "danger" ? 4 : 2
  return { good: 0, neutral: 1, warning: 3, danger: 3 }[tone]
}

const rank = ({ status }: Email): number => usefulness("email", emailTone(status))

/** Sorts addresses by usefulness, as on the card. */
export const byUsefulness = (emails: ReadonlyArray<Email>): ReadonlyArray<Email> =>
  emails.toSorted((a, b) => rank(a) - rank(b))
