import { expect, it } from "vitest"

import { isMetadataAddress, isPublicAddress } from "./public-address.ts"

const V4_SPECIAL =
  "0.0.0.0 10.1.2.3 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1 192.88.99.1 198.18.0.1 224.0.0.1 255.255.255.255"
const V6_SPECIAL =
  ":: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::7f00:1 64:ff9b::7f00:1 2002:7f00:1:: fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 ff02::1 2001:db8::1 ::ffff:8.8.8.8 3fff::1 4000::1"

it.each(`${V4_SPECIAL} ${V6_SPECIAL}`.split(" "))("%s is none", (address) =>
  expect(isPublicAddress(address)).toBe(false)
)

it.each([
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "2606:4700::1111",
  "2a00:1450:4001::1"
])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  "169.254.169.254",
  "169.254.170.2",
  "::ffff:169.254.169.254",
  "64:ff9b::169.254.169.254",
  "168.63.129.16",
  "100.100.100.200",
  "fd00:ec2::254",
  "fd20:ce::254"
])("%s is one of a cloud's metadata, and never public", (address) =>
  expect([isMetadataAddress(address), isPublicAddress(address)]).toEqual([true, false])
)

it.each(["127.0.0.1", "10.1.2.3", "169.254.1.2", "192.168.0.1", "168.63.129.17", "fd12:3456::1", "::1", "localhost"])(
  "%s is none of a cloud's metadata",
  (address) => expect(isMetadataAddress(address)).toBe(false)
)
