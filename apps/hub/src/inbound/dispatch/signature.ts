/** Signs deliveries: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, randomBytes } from "node:crypto"

import * as Redacted from "effect/Redacted"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** In the form that receivers' libraries take: `whsec_` and base64. */
export const newSecret = (): Redacted.Redacted => Redacted.make(PREFIX + randomBytes(SECRET_BYTES).toString("base64"))

/** @param seconds Unix time of this attempt */
export const signedHeaders = (
  secret: Redacted.Redacted,
  id: string,
  seconds: number,
  body: string
): Readonly<Record<string, string>> => {
  const key = Buffer.from(Redacted.value(secret).slice(PREFIX.length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` }
}
