/** A delivery and its attempts as JSON, for the API and for the command line. */
import { iso } from "../../iso.ts"
import { accountIdOf } from "../events/event-accounts.ts"
import type { AttemptRow, DeliveryRow } from "./deliveries.ts"

export const deliveryView = (row: DeliveryRow) => ({
  id: row.id,
  subscription: row.subscription,
  trigger: row.trigger,
  account: accountIdOf(row),
  event: row.eventId,
  state: row.state,
  why: row.why,
  attempts: row.attempts,
  createdAt: new Date(row.createdMillis).toISOString(),
  nextAt: iso(row.nextMillis ?? undefined),
  doneAt: iso(row.doneMillis ?? undefined)
})

const attemptView = (
  { atMillis, accepted, ...attempt }: AttemptRow,
  { state, attempts }: Pick<DeliveryRow, "state" | "attempts">
) => {
  const isLast = attempt.attempt === attempts
  const isSuccess = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  return {
    ...attempt,
    at: new Date(atMillis).toISOString(),
    delivered: accepted === null ? isSuccess || (isLast && state === "delivered") : accepted === 1
  }
}

/** A delivery with the event that it carries and with all its attempts. */
export const detailsOf = (row: DeliveryRow, attempts: ReadonlyArray<AttemptRow>) => ({
  ...deliveryView(row),
  data: JSON.parse(row.data) as unknown,
  log: attempts.map((attempt) => attemptView(attempt, row))
})
