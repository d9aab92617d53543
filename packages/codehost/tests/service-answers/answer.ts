/**
 * Error responses of the real service, quoted from its documentation and from its users' reports, and the reason that
 * each becomes. A stub server sends them, because the sandbox may share the client's mistakes.
 */
import type { Conflict, Reason } from "@inlay/core-http/ProviderError"

export interface ServiceAnswer {
  readonly name: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Default: `/repos/acme/widgets/issues`. */
  readonly endpoint?: string
  readonly becomes: Reason["_tag"]
  /** Must match the text of the reason. */
  readonly says: RegExp
  readonly needs?: string
  readonly because?: Conflict["because"]
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

export const body = (message: string, more: object = {}) => ({
  message,
  documentation_url: "https://docs.example.com/rest",
  status: "403",
  ...more
})

export const invalid = (errors: unknown, message = "Validation Failed") => body(message, { errors })
