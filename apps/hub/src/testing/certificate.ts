/**
 * Test certificates: an authority that nobody else trusts, and server certificates that it signs. X.509 v3 (RFC 5280),
 * in DER.
 */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto"
import { isIP } from "node:net"

const item = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: ReadonlyArray<Buffer>) => item(0x30, ...parts)
const oid = (hex: string) => item(0x06, Buffer.from(hex, "hex"))
const bits = (content: Buffer) => item(0x03, Buffer.from([0]), content)
const time = (millis: number) =>
  item(0x18, Buffer.from(`${new Date(millis).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`))
const nameOf = (common: string) => sequence(item(0x31, sequence(oid("550403"), item(0x0c, Buffer.from(common)))))

const ECDSA_SHA256 = sequence(oid("2a8648ce3d040302"))
const BASIC_CONSTRAINTS = "551d13"
const ALTERNATIVE_NAME = "551d11"
const TRUE = Buffer.from([0x01, 0x01, 0xff])
const DAY_MILLIS = 86_400_000

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n")}\n-----END CERTIFICATE-----\n`

interface Certificate {
  readonly certificate: string
  readonly key: KeyObject
}

interface Issuer {
  readonly name: string
  readonly key: KeyObject
}

const issue = (name: string, extension: Buffer, by?: Issuer): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const issuer = by ?? { name, key: privateKey }
  const content = sequence(
    item(0xa0, item(0x02, Buffer.from([2]))),
    item(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(issuer.name),
    sequence(time(Date.now() - DAY_MILLIS), time(Date.now() + DAY_MILLIS)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    item(0xa3, sequence(extension))
  )
  const signature = sign("sha256", content, issuer.key)
  return { certificate: pem(sequence(content, ECDSA_SHA256, bits(signature))), key: privateKey }
}

const alternativeName = (host: string): Buffer =>
  isIP(host) === 4 ? item(0x87, Buffer.from(host.split(".").map(Number))) : item(0x82, Buffer.from(host))

/** Signs server certificates, each for one name or IPv4 address. */
export const makeAuthority = (name: string) => {
  const own = issue(name, sequence(oid(BASIC_CONSTRAINTS), TRUE, item(0x04, sequence(TRUE))))
  return {
    certificate: own.certificate,
    serverOf: (host: string) => {
      const names = sequence(alternativeName(host))
      const { certificate, key } = issue("server", sequence(oid(ALTERNATIVE_NAME), item(0x04, names)), {
        name,
        key: own.key
      })
      return { certificate, key: key.export({ type: "pkcs8", format: "pem" }) }
    }
  }
}
