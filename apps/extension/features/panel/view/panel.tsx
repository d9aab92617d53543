/**
 * The panel: the same sections as the popup, for the page that the window shows now. It sends nothing that costs on its
 * own.
 */
import { useEffect, useRef, useState } from "preact/hooks"

import { panel as words } from "../../../locales/panel.ts"
import { onChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import { Head } from "../../../ui/Head.tsx"
import { onSeen } from "../../../ui/on-seen.ts"
import { Looking } from "../../enrich/view/offer/looking.tsx"
import type { Section, Tab } from "../../section.ts"
import { Sections } from "../../sections.tsx"
import { follow, withoutHash, type Followed, type Following } from "./follow.ts"

interface PanelProps {
  readonly of: Readonly<Record<string, Section>>
  readonly windowId: number
  readonly send: Send
  readonly onSettings: () => void
  /** The keyboard shortcut of the toolbar button; empty if the user has removed it. */
  readonly shortcut: string
}

const OutOfReach = ({ shortcut, onSettings }: Pick<PanelProps, "shortcut" | "onSettings">) => (
  <section class="popup">
    <Head shell={{ isFirst: true, onSettings }} title={words.outOfReach} />
    <div class="body">
      <p role="status">{words.click(shortcut)}</p>
      <p class="small quiet">{words.why}</p>
    </div>
  </section>
)

/** The link's address, shortened for one line. */
const shortAddress = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?/, "")

/**
 * An offer may stand in the panel for hours, and its price or account change meanwhile; so may what stands in its way. The
 * settings announce a change; the hub does not, so it is also read again when the panel comes into sight.
 */
const onOutdated = (look: () => void): (() => void) => {
  const stops = [onChange(look), onSeen(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

const MINUTE_MILLIS = 60_000

export const Panel = ({ of, windowId, send, onSettings, shortcut }: PanelProps) => {
  const [followed, setFollowed] = useState<Followed>({ is: "looking" })
  const following = useRef<Following>(undefined)
  useEffect(() => {
    const mine = follow(windowId, setFollowed)
    following.current = mine
    return mine.stop
  }, [windowId])
  const [, setMinutes] = useState(0)
  // Everything is drawn again, because it says how long ago something was.
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), MINUTE_MILLIS)
    return () => clearInterval(timer)
  }, [])
  if (followed.is === "looking") return <Looking />
  if (followed.is === "outOfReach") return <OutOfReach {...{ shortcut, onSettings }} />
  const { is, address, tabId, visit } = followed
  const tab: Tab = {
    address,
    tabId,
    send,
    isBeside: true,
    onOutdated,
    ...(is === "link" ? { link: address } : followed.title !== undefined && { title: followed.title })
  }
  return (
    <>
      {is === "link" && (
        <div class="panel-link small">
          <p title={address}>
            {words.link} <strong dir="ltr">{shortAddress(address)}</strong>
          </p>
          <button type="button" class="tool small" onClick={() => following.current?.back()}>
            {words.back}
          </button>
        </div>
      )}
      {/* A new page gets a new panel, so that nothing of the previous page stays, even for a moment. */}
      <Sections key={`${is} ${tabId} ${visit} ${withoutHash(address)}`} of={of} tab={tab} onSettings={onSettings} />
    </>
  )
}
