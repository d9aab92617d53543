/** Receives the hub's events of one repository while the popup is open. */
import { useEffect, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Reply } from "../../../messaging/contract.ts"
import { idAtHub, wayOf } from "../../../messaging/way.ts"
import type { EventView } from "../../hub/requests.ts"
import type { RepositoryRef } from "../requests.ts"

const MAX_EVENTS = 3
/**
 * The pause after an interruption, because a worker is back at once and a hub after its start. Doubled up to the
 * longest.
 */
const FIRST_PAUSE_MILLIS = 500
const LONGEST_PAUSE_MILLIS = 8_000

const isOf = ({ account, data }: EventView, ref: RepositoryRef): boolean =>
  account === idAtHub(ref) && String(data["repository"]).toLowerCase() === `${ref.owner}/${ref.repo}`.toLowerCase()

const wait = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/**
 * The newest events since the popup was opened, newest first.
 * @param onEvent runs with each event, so that what it changes is read again
 */
export const useLive = (send: Send, of: RepositoryRef, onEvent: (event: EventView) => void) => {
  const [events, setEvents] = useState<ReadonlyArray<EventView>>([])
  const [isLost, setLost] = useState(false)
  const key = `${of.account} ${of.owner}/${of.repo}`
  useEffect(() => {
    if (wayOf(of) !== "hub") return undefined
    const stopping = new AbortController()
    const isHere = () => !stopping.signal.aborted
    const listen = async () => {
      let cursor: string | null = null
      let pauseMillis = FIRST_PAUSE_MILLIS
      while (isHere()) {
        // oxlint-disable-next-line no-await-in-loop -- only one request is open at a time
        const reply: Reply<"nextEvents"> = await send("nextEvents", { after: cursor })
        if (!isHere()) return
        setLost(!reply.ok)
        if (!reply.ok) {
          // oxlint-disable-next-line no-await-in-loop -- gives the hub time to come back
          await wait(pauseMillis)
          pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS)
          // Succeeds at once if the hub is back; the events since are requested below.
          // oxlint-disable-next-line no-await-in-loop -- only one request is open at a time
          if (isHere() && cursor !== null) setLost(!(await send("nextEvents", { after: null })).ok)
          continue
        }
        pauseMillis = FIRST_PAUSE_MILLIS
        cursor = reply.output.cursor
        const own = reply.output.events.filter((event) => isOf(event, of))
        if (own.length === 0) continue
        setEvents((all) => [...own.toReversed(), ...all].slice(0, MAX_EVENTS))
        for (const event of own) onEvent(event)
      }
    }
    void listen()
    return () => stopping.abort()
  }, [send, key])
  return { events, isLost }
}
