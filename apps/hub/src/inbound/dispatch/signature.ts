/** Signs deliveries: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes } from "node:crypto"

import * as Redacted from "effect/Redacted"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** In the form that receivers' libraries take: `whsec_` and base64. */
export const newSecret = (): Redacted.Redacted => Redacted.make(PREFIX + randomBytes(SECRET_BYTES).toString("base64"))

/** A header has room for so many signatures. */
const MAX_SECRETS = 5

/**
 * A subscription's secrets as its row stores them: the newest, and each one that it replaced with the time until which
 * that signs, too. An agent may have any of those, if the answer with a newer one was lost.
 */
export type StoredSecret = Redacted.Redacted

const partsOf = (stored: StoredSecret) => {
  const [newest = "", ...rest] = Redacted.value(stored).split(" ")
  const previous = rest.flatMap((secret, index) =>
    index % 2 === 0 ? [{ secret, untilMillis: Number(rest[index + 1]) }] : []
  )
  return { newest, previous }
}

/** @param untilMillis until when the newest secret signs beside the next one; undefined if no earlier one does any more */
export const followedBy = (
  stored: StoredSecret,
  next: Redacted.Redacted,
  untilMillis: number | undefined
): StoredSecret => {
  if (untilMillis === undefined) return next
  const { newest, previous } = partsOf(stored)
  const olderSecrets = [{ secret: newest, untilMillis }, ...previous]
    .filter(({ secret }) => secret !== Redacted.value(next))
    .slice(0, MAX_SECRETS - 1)
  return Redacted.make(
    [Redacted.value(next), ...olderSecrets.map((one) => `${one.secret} ${one.untilMillis}`)].join(" ")
  )
}

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
  const { newest, previous } = partsOf(stored)
  const secrets = [newest, ...previous.filter((one) => seconds * 1000 < one.untilMillis).map((one) => one.secret)]
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((secret) => signature(secret, `${id}.${seconds}.${body}`)).join(" ")
  }
}
