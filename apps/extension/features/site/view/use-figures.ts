/** Reads the figures of a property, and once a minute its active users, as long as the page is visible. */
import { useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import type { Figures, Scope } from "../figures/figures.ts"
import { readFigures, readLive } from "../figures/read-figures.ts"
import type { OwnProperty } from "../own-properties.ts"

/** Of figures that stay although they could not be read again. */
export interface Outdated {
  readonly readAtMillis: number
  /** Why they could not be; `undefined` if they are the newest. */
  readonly error?: Failure | undefined
}

type FiguresState =
  | { readonly at: "reading" }
  | { readonly at: "failed"; readonly error: Failure }
  | ({ readonly at: "figures"; readonly figures: Figures } & Outdated)

const MINUTE_MILLIS = 60_000
const HOUR_MILLIS = 60 * MINUTE_MILLIS

/** The service's answers for a property that is gone, or that the account may no longer see. */
const isMissing = ({ reason, guard }: Failure): boolean =>
  reason === "NotFound" || reason === "Forbidden" || guard === "restriction"

/** @param onMissing called if there are no figures because the account cannot see such a property */
export const useFigures = (
  send: Send,
  of: OwnProperty,
  scope: Scope,
  address: string,
  onMissing: (error: Failure) => void
): readonly [FiguresState, again: () => void] => {
  const [state, setState] = useState<FiguresState>({ at: "reading" })
  const [times, setTimes] = useState(0)
  useEffect(() => setState({ at: "reading" }), [send, of.account, of.property, scope, address])
  useEffect(() => {
    let isHere = true
    const ask = async () => {
      const reply = await readFigures(send, of, scope, address)
      if (!isHere) return
      if (reply.ok) return setState({ at: "figures", figures: reply.value, readAtMillis: Date.now() })
      if (isMissing(reply.error)) return onMissing(reply.error)
      const { error } = reply
      return setState((now) => (now.at === "figures" ? { ...now, error } : { at: "failed", error }))
    }
    void ask()
    // Of another day by then. Nothing is requested while the figures of an hour are kept.
    const stop = onSeen(() => void ask())
    const timer = setInterval(() => void (document.visibilityState === "visible" && ask()), HOUR_MILLIS)
    return () => {
      isHere = false
      clearInterval(timer)
      stop()
    }
  }, [send, of.account, of.property, scope, address, times])
  const again = () => {
    setState((now) => (now.at === "figures" ? { ...now, error: undefined } : { at: "reading" }))
    setTimes(times + 1)
  }
  return [state, again]
}

export interface Live {
  /** Active users of the last 30 minutes; `undefined` if unknown. */
  readonly site: number | undefined
  readonly page: number | undefined
}

/**
 * @param title of the page, if its users are counted too
 * @param isWanted false while the figures cannot be read; afterwards asks at once
 */
export const useLive = (send: Send, of: OwnProperty, title: string | undefined, isWanted: boolean): Live => {
  const [live, setLive] = useState<Live>({ site: undefined, page: undefined })
  // A page may change its title every second: the newest is asked about when a minute is over.
  const newest = useRef(title)
  newest.current = title
  const isTitled = title !== undefined
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    let askedAt = 0
    const ask = async () => {
      // A hidden page sends no requests.
      if (document.visibilityState === "hidden") return
      askedAt = Date.now()
      const [site, page] = await Promise.all([
        readLive(send, of),
        newest.current === undefined ? undefined : readLive(send, of, newest.current)
      ])
      if (!isHere) return
      setLive({ site: site.ok ? site.value : undefined, page: page?.ok === true ? page.value : undefined })
    }
    void ask()
    const timer = setInterval(() => void ask(), MINUTE_MILLIS)
    const stop = onSeen(() => (Date.now() - askedAt < MINUTE_MILLIS ? undefined : void ask()))
    return () => {
      isHere = false
      clearInterval(timer)
      stop()
    }
  }, [send, of.account, of.property, isTitled, isWanted])
  return live
}
