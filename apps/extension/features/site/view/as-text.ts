/** Figures as text for an email or a sheet, one per line. Pure. */
import { safeCell } from "@inlay/agent-plugin/csv"
import { copyable } from "@inlay/ui/text/visible"

import { channels, site as words } from "../../../locales/site.ts"
import { DAYS, type Compared, type Figures, type Scope } from "../figures/figures.ts"
import type { OwnProperty } from "../own-properties.ts"
import { changeOf } from "./change.tsx"
import { limitsOf } from "./limits.tsx"

/** For a page, its address without query and fragment, which may identify the visitor. */
const subjectOf = (address: string, scope: Scope): string => {
  const { origin, host, pathname } = new URL(address)
  return scope === "page" ? origin + pathname : host
}

export const asText = (options: {
  readonly address: string
  readonly scope: Scope
  readonly property: OwnProperty
  readonly figures: Figures
}): string => {
  const { address, scope, property, figures } = options
  const { blocked } = figures.quality
  const line = (label: string, of: Compared) =>
    `${label}: ${words.count(of.now)} (${words.changeWords(changeOf(of), DAYS)})`
  return [
    subjectOf(address, scope),
    copyable(words.property(property.name)),
    words.period,
    line(words.columns.users, figures.users),
    line(words.sessions, figures.sessions),
    line(words.keyEvents, figures.keyEvents),
    ...figures.sources.map(({ channel, share }) => `${copyable(channels[channel] ?? channel)}: ${words.share(share)}`),
    ...figures.days.map(
      ({ date, users, isFinal }) => `${date}: ${words.count(users)}${isFinal ? "" : ` (${words.notFinal})`}`
    ),
    ...limitsOf(figures.quality),
    ...(blocked.length > 0 ? [copyable(words.blocked(blocked))] : [])
  ]
    .map((text) => safeCell(text))
    .join("\n")
}
