/** Converts an answer to the outcome that the popup receives, and its card to what the page gets. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

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

/** Contacts, or the facts of a company. */
const FIRST_ROWS = 4

/** Selects the best facts of a card. A page gets no more of a record than its user needs there. */
export const pageFacts = ({ sections, ...card }: Card): Card => ({
  ...card,
  sections: sections.map(({ title, rows }) => ({
    title,
    rows: rows.slice(0, title === "" ? FIRST_ROWS : 1).map((row) => ({ ...row, source: "" }))
  }))
})
