/** Finds the property that a page of the analytics service shows, by its address. Pure. */

/** The property of a page. */
export interface Resource {
  readonly kind: "property"
  /** `properties/1234` */
  readonly property: string
}

/**
 * Where the service's pages name the property: after `#`, as `/p1234/reports`, `/a12p1234/admin` or `/analysis/p1234`.
 * `/a12w34p56` is a view of the previous generation.
 */
const ROUTE = /^#\/(?:analysis\/)?(?:a\d+)?p([1-9]\d{0,18})(?=[/?]|$)/

/**
 * The property that the page at an address shows; `undefined` where it is no property's page.
 * @param hosts hosts of the service's pages, with port where it is not the default
 */
export const detect = (address: string, hosts: ReadonlyArray<string>): Resource | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname, hash } = new URL(address)
  if (protocol !== "https:" && protocol !== "http:") return undefined
  if (!hosts.includes(host) || !pathname.startsWith("/analytics/web")) return undefined
  const [, id] = ROUTE.exec(hash) ?? []
  return id === undefined ? undefined : { kind: "property", property: `properties/${id}` }
}
