/** What is written of a delivery, wherever it stands first. */
import { hash } from "node:crypto"

export interface NewRow {
  readonly hook: string
  /** JSON. */
  readonly headers: string
  readonly body: Uint8Array
  /** By which way it came. */
  readonly source: string
  readonly receivedMillis: number
}

/** The signature covers the body alone, so the same body under another id of a delivery is the same delivery. */
export const digestOf = (body: Uint8Array): string => hash("sha256", body, "base64url")

/** As an SQL client's helper takes it. */
export const columnsOf = ({ hook, headers, body, source, receivedMillis }: NewRow) => ({
  hook,
  digest: digestOf(body),
  headers,
  body,
  source,
  received_millis: receivedMillis,
  state: "new",
  next_millis: receivedMillis
})
