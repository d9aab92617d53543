/** What a page is about, by its address alone. */

/** What a page is about. */
export interface Resource {
  readonly kind: "item"
  readonly id: string
}

/**
 * What the page at an address is about; `undefined` where the address does not tell.
 * @param hosts hosts of the service's pages, with port where it is not the default
 */
export const detect = (address: string, hosts: ReadonlyArray<string>): Resource | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, pathname } = new URL(address)
  if ((protocol !== "https:" && protocol !== "http:") || !hosts.includes(host.replace(/^www\./, ""))) return undefined
  const id = /^\/items\/([\w-]+)\/?$/.exec(pathname)?.[1]
  return id === undefined ? undefined : { kind: "item", id }
}
