/**
 * What the real service answers where it says no, in the words of its documentation and of what its users report, and what
 * each becomes. Served by a stand-in: the simulated service may share our mistakes.
 */
import type { Reason } from "@inlay/core-http/ProviderError"

export interface ServiceAnswer {
  readonly name: string
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** `/repos/acme/widgets/issues` by default. */
  readonly endpoint?: string
  readonly becomes: Reason["_tag"]
  /** In the words of the reason. */
  readonly says: RegExp
  readonly needs?: string
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

export const body = (message: string, more: object = {}) => ({
  message,
  documentation_url: "https://docs.example.com/rest",
  status: "403",
  ...more
})

export const invalid = (errors: unknown, message = "Validation Failed") => body(message, { errors })
