/** Finds the property that a page of the analytics service shows, from its URL. Pure. */

/** The property that a page shows. */
export interface Resource {
  readonly kind: "property"
  /** `properties/1234` */
  readonly property: string
}

/**
 * The page's property in the URL fragment: `/p1234/reports`, `/a12p1234/admin` or `/analysis/p1234`. `/a12w34p56` is a
 * view of the previous generation and does not match.
 */
const ROUTE = /^#\/(?:analysis\/)?(?:a\d+)?p([1-9]\d{0,18})(?=[/?]|$)/

/**
 * Returns the property that the page at a URL shows, or undefined if it is not a property's page.
 * @param hosts hosts of the service's pages, with the port unless it is the default
 */
export const detect = (address: string, hosts: ReadonlyArray<string>): Resource | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname, hash } = new URL(address)
  if (protocol !== "https:" && protocol !== "http:") return undefined
  if (!hosts.includes(host) || !pathname.startsWith("/analytics/web")) return undefined
  const [, id] = ROUTE.exec(hash) ?? []
  return id === undefined ? undefined : { kind: "property", property: `properties/${id}` }
}
