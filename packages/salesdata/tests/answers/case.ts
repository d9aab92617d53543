/** A provider response in the format of real documentation, and what it becomes. */
import type { Reason } from "@inlay/core-http/ProviderError"

export interface Case {
  readonly kind: "person" | "company" | "search"
  readonly what: string
  readonly status: number
  /** Sent as JSON. A text is sent unchanged, without a content type. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly becomes: "match" | "no match" | Reason["_tag"]
  /** A part of the outcome or of the error. */
  readonly holds?: Readonly<Record<string, unknown>>
  /** The question, if it is not the usual person, company or criteria. */
  readonly ask?: Readonly<Record<string, string>>
}

export const EMAIL = "jane.doe@acme.example"
export const DOMAIN = "acme.example"

/** The default questions. */
export const usual = {
  person: { email: EMAIL },
  company: { domain: DOMAIN },
  search: { company: "Acme", seniority: "director" }
} as const

type Row = readonly [what: string, status: number, body: unknown, becomes: Case["becomes"], more?: Partial<Case>]

export const cases = (kind: Case["kind"], rows: ReadonlyArray<Row>): ReadonlyArray<Case> =>
  rows.map(([what, status, body, becomes, more]) => ({ kind, what, status, body, becomes, ...more }))
