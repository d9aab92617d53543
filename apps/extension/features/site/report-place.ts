/** Which report a page of reports shows, as its address says it. Pure. */
import type { Scope } from "./figures/figures.ts"
import type { OwnProperty } from "./own-properties.ts"

export interface ReportPlace {
  readonly property: Pick<OwnProperty, "account" | "property" | "name">
  readonly scope: Scope
  /** Of the page, without its query and fragment. */
  readonly address: string
}

/** Behind `#`: it is sent to nobody. */
export const reportAddress = ({ property: { account, property, name }, scope, address }: ReportPlace): string => {
  const { origin, pathname } = new URL(address)
  const place = new URLSearchParams({ account, property, name, scope, address: origin + pathname })
  return chrome.runtime.getURL(`/report.html#${place}`)
}

/** `undefined` for an address that names no report. */
export const reportPlaceOf = (hash: string): ReportPlace | undefined => {
  const place = new URLSearchParams(hash.replace(/^#/, ""))
  const [account, property, name, address] = ["account", "property", "name", "address"].map(
    (field) => place.get(field) ?? ""
  )
  if (!account || !/^properties\/\d+$/.test(property ?? "") || !/^https?:/.test(address ?? "")) return undefined
  if (!property || !address || !URL.canParse(address)) return undefined
  return {
    property: { account, property, name: name ?? "" },
    scope: place.get("scope") === "page" ? "page" : "site",
    address
  }
}
