// Refusals in the service's words. An operation throws one; the frame sends it.
// Source: https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api

import type { Reply } from "./reply.ts"

const documentation = "https://docs.github.com/rest"

/** One thing wrong with what was sent. */
export interface FieldProblem {
  readonly resource: string
  readonly field?: string
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "too_large" | "custom"
  readonly message?: string
  readonly value?: string | number | null | ReadonlyArray<string>
}

export interface RefusalDetails {
  /** Problems with fields, or sentences. */
  readonly errors?: ReadonlyArray<FieldProblem> | ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
  readonly documentation?: string
  /** Whether the body repeats the status; by default as the OpenAPI description has it. */
  readonly saysStatus?: boolean
  /** Further members of the body. */
  readonly more?: Readonly<Record<string, unknown>>
}

export class Refusal extends Error {
  readonly status: number
  readonly details: RefusalDetails
  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Refusals whose body does not repeat the status, by the OpenAPI description. */
const withoutStatus = new Set([405, 409, 422])

export const refusalReply = ({ details, message, status }: Refusal): Reply => ({
  status,
  body: {
    message,
    ...(details.errors === undefined ? {} : { errors: details.errors }),
    ...details.more,
    documentation_url: details.documentation ?? documentation,
    ...(details.saysStatus === false || withoutStatus.has(status) ? {} : { status: String(status) })
  },
  ...(details.headers === undefined ? {} : { headers: details.headers })
})

export const badCredentials = (): Refusal => new Refusal(401, "Bad credentials")
export const requiresAuthentication = (): Refusal => new Refusal(401, "Requires authentication")
/** Also for what the caller may not know of. */
export const notFound = (): Refusal => new Refusal(404, "Not Found")
export const forbidden = (message: string): Refusal => new Refusal(403, message)
/** What was asked for is at another address now; a write may be sent there again as it is. */
export const moved = (location: string, isWrite: boolean): Refusal =>
  new Refusal(isWrite ? 307 : 301, "Moved Permanently", {
    headers: { location },
    more: { url: location },
    documentation: "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects",
    saysStatus: false
  })
export const conflict = (message: string): Refusal => new Refusal(409, message)
export const gone = (message: string): Refusal => new Refusal(410, message)
export const problemsParsing = (): Refusal => new Refusal(400, "Problems parsing JSON")
export const bodyShouldBeObject = (): Refusal => new Refusal(400, "Body should be a JSON object")

/** 422 with the fields that are wrong. */
export const validationFailed = (...errors: ReadonlyArray<FieldProblem>): Refusal =>
  new Refusal(422, "Validation Failed", { errors })

/** 422 with a sentence of its own. */
export const unprocessable = (message: string): Refusal => new Refusal(422, message)

/** 422 of the check that comes before the operation: the body does not fit the operation's description. */
export const invalidRequest = (detail: string): Refusal => new Refusal(422, `Invalid request.\n\n${detail}`)
