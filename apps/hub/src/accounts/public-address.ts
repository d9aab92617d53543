/**
 * Checks whether an address belongs to the public internet. User-provided addresses may lead the server nowhere else.
 */
import { BlockList, isIP } from "node:net"

/**
 * Special-purpose, multicast and reserved ranges: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6
 * counterpart.
 */
const SPECIAL_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3]
] as const

/** Only 2000::/3 is allocated. These ranges within it are not the public internet, or embed an IPv4 address. */
const SPECIAL_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20]
] as const

/**
 * Where clouds hand out the keys of a machine to whatever asks from it: AWS, Google, Azure and most others
 * (169.254.0.0/16), Azure's agent, Alibaba, Oracle, the IPv6 addresses of AWS and Google, and 169.254.0.0/16 by NAT64.
 */
const METADATA_V4 = [
  ["169.254.0.0", 16],
  ["168.63.129.16", 32],
  ["100.100.100.200", 32],
  ["192.0.0.192", 32]
] as const
const METADATA_V6 = [
  ["fd00:ec2::", 32],
  ["fd20:ce::254", 128],
  ["64:ff9b::a9fe:0", 112]
] as const
/** Podman's `host.containers.internal`: the machine that a container runs on, where agents may be. */
const PODMAN_HOST = "169.254.1.2"

const metadata = new BlockList()
for (const [network, bits] of METADATA_V4) metadata.addSubnet(network, bits, "ipv4")
for (const [network, bits] of METADATA_V6) metadata.addSubnet(network, bits, "ipv6")

/** @param address an IP address, as returned by a resolver */
export const isMetadataAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && address !== PODMAN_HOST && metadata.check(address, version === 4 ? "ipv4" : "ipv6")
}

const special = new BlockList()
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, "ipv4")
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, "ipv6")

const global = new BlockList()
global.addSubnet("2000::", 3, "ipv6")

/** @param address an IP address, as returned by a resolver */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !special.check(address, "ipv4") && !isMetadataAddress(address)
  return version === 6 && global.check(address, "ipv6") && !special.check(address, "ipv6")
}
