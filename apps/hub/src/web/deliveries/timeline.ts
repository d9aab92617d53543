/** The history of a delivery in order of time: the event, the attempts, and the runs that named the event. Pure. */
import type { DeliveryDetails, Run, Subscription } from "../api/types.ts"
import { deliveries, delivery as words } from "./words.ts"

export interface Moment {
  /** ISO 8601. */
  readonly at: string
  readonly text: string
  readonly tool?: string
}

type Destination = Subscription["destination"] | undefined

/** The receiver's status. A command has none: whether it accepted the event. */
export const resultOf = (
  { status, delivered }: Pick<DeliveryDetails["log"][number], "status" | "delivered">,
  destination: Destination
): string => {
  if (status !== null) return String(status)
  if (delivered) return words.accepted
  return destination === "exec" ? words.notAccepted : words.noAnswer
}

export const timelineOf = (
  one: DeliveryDetails,
  runs: ReadonlyArray<Run>,
  destination: Destination
): ReadonlyArray<Moment> => {
  const moments: ReadonlyArray<Moment> = [
    { at: one.createdAt, text: words.event },
    ...one.log.map((attempt) => ({
      at: attempt.at,
      text: `${words.attempt(attempt.attempt)}: ${resultOf(attempt, destination)}`
    })),
    ...runs.map(({ at, tool, outcome }) => ({ at, tool, text: words.ran(tool, outcome) })),
    ...(one.doneAt === null ? [] : [{ at: one.doneAt, text: words.waited(deliveries.states[one.state] ?? one.state) }])
  ]
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
