/** A live feed of the trigger's events of the subscription's account, newest first. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { at, checkSession, get } from "../api/client.ts"
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

interface Listener {
  readonly onConnection: (isOpen: boolean) => void
  readonly onEvent: (event: FeedEvent) => void
}

/** Follows a trigger's events from now on, and misses none while the connection is lost. Returns what ends it. */
const follow = (trigger: string, { onConnection, onEvent }: Listener): (() => void) => {
  let source: EventSource | undefined
  let cursor: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = new AbortController()
  const connect = async () => {
    // The browser connects again by itself, but before the first event it knows no cursor. So the address has one.
    if (cursor === undefined) {
      const latest = await get<{ readonly cursor: string }>("/api/events", stop.signal)
      if (!latest.ok) return connectLater()
      if (stop.signal.aborted) return
      cursor = latest.value.cursor
    }
    const eventSource = new EventSource(at`/api/events?cursor=${cursor}`)
    source = eventSource
    eventSource.addEventListener("open", () => onConnection(true))
    eventSource.addEventListener("error", () => {
      onConnection(false)
      // The browser gives up after a response that is no stream: a proxy's, or because the session has ended.
      if (eventSource.readyState === eventSource.CLOSED) void checkSession().then(connectLater)
    })
    eventSource.addEventListener(trigger, ({ data, lastEventId }: MessageEvent<string>) => {
      cursor = lastEventId
      const event: unknown = JSON.parse(data)
      if (isEvent(event)) onEvent(event)
    })
  }
  const connectLater = () => {
    if (!stop.signal.aborted) timer = setTimeout(() => void connect(), PAUSE_MILLIS)
  }
  void connect()
  return () => {
    stop.abort()
    clearTimeout(timer)
    source?.close()
  }
}

export const LiveFeed = (props: { readonly subscription: Subscription; readonly onEvent: () => void }) => {
  const { subscription, onEvent } = props
  const { trigger, account } = subscription
  const [events, setEvents] = useState<ReadonlyArray<FeedEvent>>([])
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      follow(trigger, {
        onConnection: setOpen,
        onEvent: (event) => {
          if (event.account !== account) return
          setEvents((before) => [event, ...before].slice(0, MAX_SHOWN))
          onEvent()
        }
      }),
    [trigger, account]
  )
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
