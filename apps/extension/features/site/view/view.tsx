/**
 * The popup's section on a site of the user's own: with all figures if it comes first, or in two lines below another
 * section.
 */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { site as words } from "../../../locales/site.ts"
import { Head } from "../../../ui/Head.tsx"
import { Select } from "../../../ui/Select.tsx"
import type { SectionProps } from "../../section.ts"
import { Failed } from "./failed.tsx"
import { Figures } from "./figures.tsx"
import { nameOf, PropertyChoice } from "./property-choice.tsx"
import { TrafficOf } from "./traffic.tsx"
import { useSite, type Site } from "./use-site.ts"

/** "Sydney time" of `Australia/Sydney`. */
const zoneOf = (timeZone: string): string => words.zone((timeZone.split("/").at(-1) ?? "").replaceAll("_", " "))

const First = ({ tab, shell, site }: Pick<SectionProps, "tab" | "shell"> & { readonly site: Site }) => {
  const { state, choose, look, missing } = site
  const [timeZone, setTimeZone] = useState<string | null>(null)
  const property = state.at === "property" ? state.property : undefined
  const isChoice = state.at === "property" && state.of.length > 1
  const subtitle = [
    ...(property === undefined || isChoice ? [] : [words.property(property.name)]),
    ...(property === undefined || timeZone === null ? [] : [zoneOf(timeZone)])
  ].join(" · ")
  return (
    <section class="popup" aria-busy={state.at === "looking"}>
      <Head shell={shell} title={new URL(tab.address).host} {...(subtitle !== "" && { subtitle: visible(subtitle) })}>
        {property !== undefined && isChoice && (
          <Select
            class="account-choice"
            label={words.chosen}
            options={state.of.map((one) => [one.property, nameOf(one)])}
            value={property.property}
            onChoose={(id) => choose(state.of.find((one) => one.property === id) ?? property)}
          />
        )}
        {state.at === "looking" && (
          <p class="unseen" role="status">
            {words.looking}
          </p>
        )}
      </Head>
      {state.at === "looking" && <div class="site" aria-busy="true" />}
      {state.at === "failed" && (
        <div class="body">
          <Failed error={state.error} onAgain={look} onSettings={shell.onSettings} />
        </div>
      )}
      {state.at === "choice" && (
        <div class="body">
          <PropertyChoice {...state} onChoose={choose} />
        </div>
      )}
      {property !== undefined && (
        <Figures
          key={property.property}
          {...{ tab, property }}
          onMissing={(error) => missing(property, error)}
          onSettings={shell.onSettings}
          onZone={setTimeZone}
        />
      )}
    </section>
  )
}

export const View = ({ tab, shell, onNothing }: SectionProps) => {
  const site = useSite(tab)
  const { state } = site
  const why = state.at === "none" ? state.why : undefined
  useEffect(() => onNothing(why), [why])
  if (state.at === "none") return null
  if (shell.isFirst) return <First {...{ tab, shell, site }} />
  return state.at === "looking" ? null : (
    <div class="body">
      <TrafficOf {...{ tab, site }} onSettings={shell.onSettings} />
    </div>
  )
}
