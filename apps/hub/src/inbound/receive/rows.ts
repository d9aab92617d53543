/** The stored form of a delivery, in the journal and in the inbox. */
import { hash } from "node:crypto"

export interface NewRow {
  readonly hook: string
  /** JSON. */
  readonly headers: string
  readonly body: Uint8Array
  /** How the delivery arrived. */
  readonly source: string
  readonly receivedMillis: number
}

/** The signature covers only the body, so the same body under another delivery id is the same delivery. */
export const digestOf = (body: Uint8Array): string => hash("sha256", body, "base64url")

/** The columns in the form that the SQL client's insert helper takes. */
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
