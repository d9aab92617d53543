// Builds the body and headers of a delivery. Signatures are computed over the exact bytes of the body.
// Source: https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries

import { createHmac } from "node:crypto"

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Hook } from "./hooks.ts"

/** JSON, or a form with the JSON in one field. */
export const bodyOf = ({ contentType }: Pick<Hook, "contentType">, payload: JsonObject): Buffer => {
  const text = JSON.stringify(payload)
  return Buffer.from(contentType === "json" ? text : new URLSearchParams({ payload: text }).toString())
}

/** The HMAC in hexadecimal. */
const signatureOf = (algorithm: "sha1" | "sha256", secret: string, body: Uint8Array): string =>
  createHmac(algorithm, secret).update(body).digest("hex")

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded" }

export interface Envelope {
  readonly event: string
  readonly guid: string
}

export const headersOf = (hook: Hook, { event, guid }: Envelope, body: Uint8Array): Record<string, string> => ({
  Accept: "*/*",
  "Content-Type": mediaTypes[hook.contentType],
  "User-Agent": "GitHub-Hookshot/5a7d601",
  "X-GitHub-Delivery": guid,
  "X-GitHub-Event": event,
  "X-GitHub-Hook-ID": String(hook.id),
  "X-GitHub-Hook-Installation-Target-ID": String(hook.target.id),
  "X-GitHub-Hook-Installation-Target-Type": hook.target.kind,
  ...(hook.secret === null
    ? {}
    : {
        "X-Hub-Signature": `sha1=${signatureOf("sha1", hook.secret, body)}`,
        "X-Hub-Signature-256": `sha256=${signatureOf("sha256", hook.secret, body)}`
      })
})
