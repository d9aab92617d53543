/** The traffic of a page or its site: users first, then by day, further figures, and where the traffic comes from. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { channels, site as words } from "../../../locales/site.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { Tab } from "../../section.ts"
import { DAYS, type Figures as FiguresOf, type Scope } from "../figures/figures.ts"
import type { OwnProperty } from "../own-properties.ts"
import { Bars } from "./bars.tsx"
import { Change } from "./change.tsx"
import { Failed } from "./failed.tsx"
import { Foot } from "./foot.tsx"
import { useFigures, useLive, type Live } from "./use-figures.ts"

/** How many sources are listed. */
const MOST_SOURCES = 3

const Tiles = ({ figures, live }: { readonly figures: FiguresOf; readonly live: Live }) => (
  <dl class="site-tiles">
    {(["sessions", "keyEvents"] as const).map((name) => (
      <div key={name}>
        <dt>{words[name]}</dt>
        <dd>{words.count(figures[name].now)}</dd>
        <dd class="small">
          <Change of={figures[name]} days={DAYS} />
        </dd>
      </div>
    ))}
    <div>
      <dt title={words.live}>{words.rightNow}</dt>
      <dd>{live.site === undefined ? words.unknown : words.count(live.site)}</dd>
      {live.page !== undefined && <dd class="small quiet">{words.livePage(live.page)}</dd>}
    </div>
  </dl>
)

const Sources = ({ sources }: Pick<FiguresOf, "sources">) => (
  <section class="site-sources">
    <h2 class="section-title">{words.sources}</h2>
    {sources.length === 0 ? (
      <p class="quiet">{words.noSources}</p>
    ) : (
      <ul>
        {sources.slice(0, MOST_SOURCES).map(({ channel, share }) => (
          <li key={channel}>
            <bdi>{visible(channels[channel] ?? channel)}</bdi>
            <span class="site-share">
              <span aria-hidden="true" style={{ width: `${share * 100}%` }} />
            </span>
            <span class="quiet">{words.share(share)}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Shown = ({ figures, live }: { readonly figures: FiguresOf; readonly live: Live }) => (
  <>
    <p class="site-main">
      <span>
        <strong>{words.count(figures.users.now)}</strong> {words.users(figures.users.now)}
      </span>
      <Change of={figures.users} days={DAYS} after={words.onBefore} />
    </p>
    {figures.days.some(({ users }) => users > 0) && <Bars days={figures.days} />}
    <Tiles figures={figures} live={live} />
    <Sources sources={figures.sources} />
  </>
)

interface FiguresProps {
  readonly tab: Pick<Tab, "address" | "title" | "send">
  readonly property: OwnProperty
  readonly onMissing: (error: Failure) => void
  readonly onSettings: () => void
  /** Receives the time zone of the property's days. */
  readonly onZone?: (timeZone: string | null) => void
}

export const Figures = ({ tab, property, onMissing, onSettings, onZone }: FiguresProps) => {
  const [scope, setScope] = useState<Scope>("page")
  const [state, again] = useFigures(tab.send, property, scope, tab.address, onMissing)
  const live = useLive(tab.send, property, scope === "page" ? tab.title : undefined, state.at !== "failed")
  const { figures, readAtMillis } = state.at === "figures" ? state : {}
  const timeZone = figures?.timeZone
  useEffect(() => (timeZone === undefined ? undefined : onZone?.(timeZone)), [timeZone])
  return (
    <>
      <div class="site" aria-busy={state.at === "reading"}>
        <div class="site-bar">
          <div class="site-scope" role="group" aria-label={words.scope}>
            {(["page", "site"] as const).map((one) => (
              <button key={one} type="button" aria-pressed={scope === one} onClick={() => setScope(one)}>
                {words.scopes[one]}
              </button>
            ))}
          </div>
          <span class="small quiet">{words.period}</span>
        </div>
        {state.at === "reading" && (
          <p class="unseen" role="status">
            {words.reading}
          </p>
        )}
        {state.at !== "reading" && state.error !== undefined && (
          <Failed {...{ onSettings, readAtMillis }} error={state.error} onAgain={again} />
        )}
        {figures !== undefined && <Shown {...{ figures, live }} />}
      </div>
      {figures !== undefined && <Foot {...{ tab, property, scope, figures }} />}
    </>
  )
}
