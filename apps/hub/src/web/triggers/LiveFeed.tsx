/** A live feed of the trigger's events of the subscription's account, newest first. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { at, checkSession } from "../api/client.ts"
import type { Subscription } from "../api/types.ts"
import { Time } from "../shared/Time.tsx"
import { valuesText } from "./values.ts"
import { subscription as words } from "./words.ts"

interface FeedEvent {
  readonly cursor: string
  readonly timestamp: string
  readonly account: string
  readonly actor?: string
  readonly data: unknown
}

const MAX_SHOWN = 50
/** The pause before a connection that the browser has given up is opened again. */
const PAUSE_MILLIS = 5_000

const isEvent = (value: unknown): value is FeedEvent =>
  typeof value === "object" && value !== null && "cursor" in value && "timestamp" in value && "data" in value

export const LiveFeed = (props: { readonly subscription: Subscription; readonly onEvent: () => void }) => {
  const { subscription, onEvent } = props
  const { trigger, account } = subscription
  const [events, setEvents] = useState<ReadonlyArray<FeedEvent>>([])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let source: EventSource
    let lastId: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // Reconnects by itself if the connection is lost, and continues after the last received event.
    const connect = () => {
      source = new EventSource(lastId === undefined ? "/api/events" : at`/api/events?cursor=${lastId}`)
      source.addEventListener("open", () => setOpen(true))
      source.addEventListener("error", () => {
        setOpen(false)
        // The browser gives up after a response that is no stream: a proxy's, or because the session has ended.
        if (source.readyState !== source.CLOSED) return
        void checkSession()
        timer = setTimeout(connect, PAUSE_MILLIS)
      })
      source.addEventListener(trigger, ({ data, lastEventId }: MessageEvent<string>) => {
        lastId = lastEventId
        const event: unknown = JSON.parse(data)
        if (!isEvent(event) || event.account !== account) return
        setEvents((before) => [event, ...before].slice(0, MAX_SHOWN))
        onEvent()
      })
    }
    connect()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [trigger, account])
  return (
    <section class="panel" aria-labelledby="live">
      <div class="panel-head">
        <h2 id="live">{words.live}</h2>
        <span class="quiet small" role="status">
          {isOpen ? words.listening : words.reconnecting}
        </span>
      </div>
      <p class="quiet">{words.liveLead}</p>
      {events.length === 0 ? (
        <p class="quiet">{words.nothingYet}</p>
      ) : (
        <ul class="feed" aria-live="polite">
          {events.map((event) => (
            <li key={event.cursor}>
              <details>
                <summary>
                  <Time at={event.timestamp} /> {event.actor !== undefined && visible(words.by(event.actor))}
                </summary>
                <p class="small">{visible(valuesText(event.data))}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
