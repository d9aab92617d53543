/** Turns the replay form into an API request, or into error messages, and tells which deliveries can be sent. Pure. */
import type { Delivery } from "../api/types.ts"
import { replaying as words } from "./words.ts"

/** The hub does not send again what is under way, or due so soon that it could be. */
const AHEAD_MILLIS = 5_000

/** Whether the hub would send a delivery again, or now instead of at its next attempt. */
export const isReplayable = ({ state, nextAt }: Delivery, nowMillis: number): boolean =>
  state !== "pending" || (nextAt !== null && Date.parse(nextAt) > nowMillis + AHEAD_MILLIS)

export interface ReplayForm {
  readonly subscription: string
  /** In the format of `datetime-local`, in the browser's time zone. */
  readonly since: string
  readonly until: string
  readonly states: ReadonlyArray<Delivery["state"]>
}

const momentOf = (text: string): string | undefined => {
  const at = new Date(text)
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

export const replayOf = ({ subscription, since, until, states }: ReplayForm) => {
  const problems: Readonly<Record<string, string>> = {
    ...(subscription === "" && { subscription: words.missing }),
    ...(momentOf(since) === undefined && { since: words.missing }),
    ...(states.length === 0 && { states: words.noState })
  }
  const end = momentOf(until)
  return {
    problems,
    replay: { subscription, since: momentOf(since), states, ...(end !== undefined && { until: end }) }
  }
}
