/** Recognises addresses of machines on the user's own network, whose names are sent to nobody. Pure. */

/**
 * Top-level names that no public registry assigns: RFC 6762, 8375, 2606 (`.test`, `.invalid`, `.localhost`), and those
 * that routers and companies use.
 */
const LOCAL = /\.(?:local|localhost|localdomain|home|home\.arpa|lan|internal|intranet|private|corp|test|invalid)$/

/** The host name in lower case, without the dot that ends a complete name. */
export const hostNameOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, "")

/**
 * Whether an address is on this machine or its network: an IP address, a name without a dot, or a name in no public
 * registry.
 */
export const isLocal = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== "https:" && url.protocol !== "http:") return false
  const host = hostNameOf(url)
  return host.startsWith("[") || /^[\d.]+$/.test(host) || !host.includes(".") || LOCAL.test(host)
}
