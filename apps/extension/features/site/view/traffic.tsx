/** The traffic of a site in two lines, beside other sections. A click opens all figures in place. */
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { site as words } from "../../../locales/site.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { Tab } from "../../section.ts"
import { DAYS } from "../figures/figures.ts"
import type { OwnProperty } from "../own-properties.ts"
import { Change } from "./change.tsx"
import { Failed } from "./failed.tsx"
import type { Figures as FiguresView } from "./figures.tsx"
import { PropertyChoice } from "./property-choice.tsx"
import { useFigures, useLive } from "./use-figures.ts"
import { useSite, type Site } from "./use-site.ts"

interface TrafficProps {
  readonly tab: Tab
  readonly onSettings: () => void
}

const Line = (
  props: TrafficProps & { readonly property: OwnProperty; readonly onMissing: (error: Failure) => void }
) => {
  const { tab, property, onMissing, onSettings } = props
  const [state, again] = useFigures(tab.send, property, "site", tab.address, onMissing)
  const live = useLive(tab.send, property, undefined, state.at !== "failed")
  const [Figures, setFigures] = useState<typeof FiguresView>()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    setOpen(!isOpen)
    void import("./figures.tsx").then((module) => setFigures(() => module.Figures))
  }
  if (state.at === "reading") return <p class="small quiet">{words.reading}</p>
  if (state.at === "failed") return <Failed error={state.error} onAgain={again} onSettings={onSettings} />
  const { figures, error, readAtMillis } = state
  const { users } = figures
  return (
    <>
      {error !== undefined && !isOpen && <Failed {...{ error, onSettings, readAtMillis }} onAgain={again} />}
      <button
        type="button"
        class="site-line"
        aria-expanded={isOpen}
        title={isOpen ? words.close : words.open}
        onClick={toggle}
      >
        <span>
          {words.in28Days(users.now)} <Change of={users} days={DAYS} />
        </span>
        {live.site !== undefined && <span class="small quiet">{words.onSiteNow(live.site)}</span>}
        <span class="site-toggle" aria-hidden="true">
          {isOpen ? "▾" : "▸"}
        </span>
      </button>
      {isOpen && Figures !== undefined && <Figures {...{ tab, property, onMissing, onSettings }} />}
    </>
  )
}

export const TrafficOf = ({ tab, onSettings, site }: TrafficProps & { readonly site: Site }) => {
  const { state, choose, look, missing } = site
  if (state.at === "looking" || (state.at === "none" && state.why === "")) return null
  return (
    <section class="site-traffic">
      <div class="section-head">
        <h2 class="section-title">{words.traffic}</h2>
        {state.at === "property" && (
          <span class="small quiet" title={visible(state.property.name)}>
            {words.yours}
          </span>
        )}
      </div>
      {state.at === "none" && <p class="small quiet">{state.why}</p>}
      {state.at === "failed" && <Failed error={state.error} onAgain={look} onSettings={onSettings} />}
      {state.at === "choice" && <PropertyChoice {...state} onChoose={choose} />}
      {state.at === "property" && (
        <Line
          {...{ tab, onSettings }}
          property={state.property}
          onMissing={(error) => missing(state.property, error)}
        />
      )}
    </section>
  )
}

/** The traffic of the site, within the record of the company that runs it. */
export const Traffic = (props: TrafficProps) => <TrafficOf {...props} site={useSite(props.tab)} />
