/** Addresses that only this machine or its own network reaches: where a server must not be led by what others type in. */
import { BlockList, isIPv6 } from "node:net"

/** https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry */
const V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
] as const

/** What holds an IPv4 address within (mapped, NAT64, 6to4, Teredo) may hold any, and no provider is reached by it. */
const V6 = [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8]
] as const

const list = new BlockList()
for (const [net, prefix] of V4) list.addSubnet(net, prefix, "ipv4")
for (const [net, prefix] of V6) list.addSubnet(net, prefix, "ipv6")

/** @param address an IPv4 or IPv6 address, without brackets */
export const isPrivateAddress = (address: string): boolean => {
  const [bare = ""] = address.split("%", 1)
  return list.check(bare, isIPv6(bare) ? "ipv6" : "ipv4")
}
