/** Signs deliveries: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes } from "node:crypto"

import * as Redacted from "effect/Redacted"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** In the form that receivers' libraries take: `whsec_` and base64. */
export const newSecret = (): Redacted.Redacted => Redacted.make(PREFIX + randomBytes(SECRET_BYTES).toString("base64"))

/**
 * A subscription's secret as its row stores it: the secret that was shown, and after a change, for a while, also the one
 * before it and until when that signs.
 */
export type StoredSecret = Redacted.Redacted

const partsOf = (stored: StoredSecret) => {
  const [newest = "", previous, untilMillis] = Redacted.value(stored).split(" ")
  return { newest, previous, untilMillis: Number(untilMillis) }
}

/** @param untilMillis until when the secret before the next one signs, too; undefined if it no longer does */
export const followedBy = (
  stored: StoredSecret,
  next: Redacted.Redacted,
  untilMillis: number | undefined
): StoredSecret =>
  untilMillis === undefined ? next : Redacted.make(`${Redacted.value(next)} ${partsOf(stored).newest} ${untilMillis}`)

const signature = (secret: string, text: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64")
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`
}

/** @param seconds Unix time of this attempt */
export const signedHeaders = (
  stored: StoredSecret,
  id: string,
  seconds: number,
  body: string
): Readonly<Record<string, string>> => {
  const { newest, previous, untilMillis } = partsOf(stored)
  const secrets = previous !== undefined && seconds * 1000 < untilMillis ? [newest, previous] : [newest]
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signature(secret, `${id}.${seconds}.${body}`)).join(" ")
  }
}
