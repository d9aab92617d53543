/** The panel: the same parts as the popup, for whatever page the window shows now. It asks for nothing that costs. */
import { useEffect, useRef, useState } from "preact/hooks"

import { panel as words } from "../../../locales/panel.ts"
import type { Send } from "../../../messaging/client.ts"
import { Head } from "../../../ui/Head.tsx"
import { Looking } from "../../enrich/view/offer/looking.tsx"
import type { Section, Tab } from "../../section.ts"
import { Sections } from "../../sections.tsx"
import { follow, type Followed, type Following } from "./follow.ts"

export interface PanelProps {
  readonly of: Readonly<Record<string, Section>>
  readonly windowId: number
  readonly send: Send
  readonly onSettings: () => void
  /** The key that does what the toolbar button does; empty where the user has taken it away. */
  readonly shortcut: string
}

const OutOfReach = ({ shortcut, onSettings }: Pick<PanelProps, "shortcut" | "onSettings">) => (
  <section class="popup">
    <Head shell={{ place: "first", onSettings }} title={words.outOfReach} />
    <div class="body">
      <p role="status">{words.click(shortcut)}</p>
      <p class="small quiet">{words.why}</p>
    </div>
  </section>
)

/** Where a link leads, short enough for a line. */
const shortAddress = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?/, "")

export const Panel = ({ of, windowId, send, onSettings, shortcut }: PanelProps) => {
  const [followed, setFollowed] = useState<Followed>({ is: "looking" })
  const following = useRef<Following>(undefined)
  useEffect(() => {
    const mine = follow(windowId, setFollowed)
    following.current = mine
    return mine.stop
  }, [windowId])
  if (followed.is === "looking") return <Looking />
  if (followed.is === "outOfReach") return <OutOfReach {...{ shortcut, onSettings }} />
  const { is, address, tabId, visit } = followed
  const tab: Tab = { address, tabId, send, isBeside: true, ...(is === "link" && { link: address }) }
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
      {/* A new page is a new panel: nothing of the one before stays, not even for a moment. */}
      <Sections
        key={`${is} ${tabId} ${visit} ${address.replace(/#.*$/s, "")}`}
        of={of}
        tab={tab}
        onSettings={onSettings}
      />
    </>
  )
}
