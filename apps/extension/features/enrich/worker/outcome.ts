/** Converts an answer to the outcome that the popup receives. Pure. */
import type { Subject } from "../../../messaging/subject.ts"
import type { Answered, InPage, Outcome } from "../requests.ts"
import type { Answer } from "../subject/answer.ts"

/** `undefined` if there was no match. */
export const answeredOf = (subject: Subject, { outcome, card, record }: Answer): Answered | undefined =>
  card === undefined || record === undefined
    ? undefined
    : { subject, card, record, charged: outcome.credits.charged, matchedOn: outcome.matchedOn }

export const outcomeOf = (subject: Subject, answer: Answer, inPage: InPage): Outcome => {
  const match = answeredOf(subject, answer)
  if (match !== undefined) {
    return answer.isAnothers ? { state: "another", ...match } : { state: "match", ...match, inPage }
  }
  const { credits, fetchedAt, fromCache } = answer.outcome
  return { state: "noMatch", subject, charged: credits.charged, fetchedAt, fromCache }
}
