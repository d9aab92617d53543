/** The figures of a property, and who is there now: asked again once a minute, for as long as somebody looks. */
import { useEffect, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { Figures, Scope } from "../figures/figures.ts"
import { readFigures, readLive } from "../figures/read-figures.ts"
import type { OwnProperty } from "../own-properties.ts"

export type FiguresState =
  | { readonly at: "reading" }
  | { readonly at: "failed"; readonly error: Failure }
  | { readonly at: "figures"; readonly figures: Figures }

/** What the service says of a property that is gone, or that the account may not see any more. */
const isMissing = ({ reason, guard }: Failure): boolean =>
  reason === "NotFound" || reason === "Forbidden" || guard === "restriction"

/** @param onMissing there are no figures because there is no such property, as far as the account may see */
export const useFigures = (
  send: Send,
  of: OwnProperty,
  scope: Scope,
  address: string,
  onMissing: (error: Failure) => void
): readonly [FiguresState, again: () => void] => {
  const [state, setState] = useState<FiguresState>({ at: "reading" })
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isHere = true
    setState({ at: "reading" })
    const ask = async () => {
      const reply = await readFigures(send, of, scope, address)
      if (!isHere) return
      if (reply.ok) return setState({ at: "figures", figures: reply.value })
      return isMissing(reply.error) ? onMissing(reply.error) : setState({ at: "failed", error: reply.error })
    }
    void ask()
    return () => {
      isHere = false
    }
  }, [send, of.account, of.property, scope, address, times])
  return [state, () => setTimes(times + 1)]
}

export interface Live {
  /** Active users of the last 30 minutes; `undefined` where it is not known. */
  readonly site: number | undefined
  readonly page: number | undefined
}

const MINUTE_MILLIS = 60_000

/** @param title of the page, where its readers are asked for too */
export const useLive = (send: Send, of: OwnProperty, title: string | undefined): Live => {
  const [live, setLive] = useState<Live>({ site: undefined, page: undefined })
  useEffect(() => {
    let isHere = true
    const ask = async () => {
      // Nobody looks at what is hidden.
      if (document.visibilityState === "hidden") return
      const [site, page] = await Promise.all([
        readLive(send, of),
        title === undefined ? undefined : readLive(send, of, title)
      ])
      if (!isHere) return
      setLive({ site: site.ok ? site.value : undefined, page: page?.ok === true ? page.value : undefined })
    }
    void ask()
    const timer = setInterval(() => void ask(), MINUTE_MILLIS)
    return () => {
      isHere = false
      clearInterval(timer)
    }
  }, [send, of.account, of.property, title])
  return live
}
