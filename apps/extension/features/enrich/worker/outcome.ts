import type { Subject } from "../../../messaging/subject.ts"
/** An answer as the popup is told of it. Pure. */
import type { InPage, Outcome } from "../requests.ts"
import type { Answer } from "../subject/target.ts"

export const outcomeOf = (subject: Subject, { outcome, card, isAnothers }: Answer, inPage: InPage): Outcome => {
  const { charged } = outcome.credits
  if (card === undefined) {
    return { state: "noMatch", subject, charged, fetchedAt: outcome.fetchedAt, fromCache: outcome.fromCache }
  }
  return isAnothers ? { state: "another", subject, card, charged } : { state: "match", subject, card, charged, inPage }
}
