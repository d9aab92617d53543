/** Whether an address is of a machine on one's own network, whose name is nobody else's business. Pure. */

/** Names that no public registry gives out: RFC 6762, 8375, 2606 (`.test`, `.invalid`, `.localhost`), and what routers and firms use. */
const LOCAL = /\.(?:local|localhost|localdomain|home|home\.arpa|lan|internal|intranet|private|corp|test|invalid)$/

const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, "")

/** Whether an address is on this machine or its network: an IP address, a name without a dot, a name of no registry. */
export const isLocal = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== "https:" && url.protocol !== "http:") return false
  const host = hostOf(url)
  return host.startsWith("[") || /^[\d.]+$/.test(host) || !host.includes(".") || LOCAL.test(host)
}
