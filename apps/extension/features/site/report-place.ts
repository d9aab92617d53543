/** The report that a report page shows, as encoded in its address. Pure. */
import type { Scope } from "./figures/figures.ts"
import type { OwnProperty } from "./own-properties.ts"

export interface ReportPlace {
  readonly property: Pick<OwnProperty, "account" | "property" | "name">
  readonly scope: Scope
  /** The page's address, without query and fragment. */
  readonly address: string
}

/** The parameters follow `#`, so they are sent nowhere. */
export const reportAddress = ({ property: { account, property, name }, scope, address }: ReportPlace): string => {
  const { origin, pathname } = new URL(address)
  const place = new URLSearchParams({ account, property, name, scope, address: origin + pathname })
  return chrome.runtime.getURL(`/report.html#${place}`)
}

/** Returns `undefined` if the address names no report. */
export const reportPlaceOf = (hash: string): ReportPlace | undefined => {
  const place = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")))
  const { account = "", property = "", name = "", address = "" } = place
  if (account === "" || !/^properties\/\d+$/.test(property)) return undefined
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined
  return { property: { account, property, name }, scope: place["scope"] === "page" ? "page" : "site", address }
}
