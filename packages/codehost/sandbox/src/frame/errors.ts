// Error responses with the service's messages. An operation throws a `Refusal`, and the API sends it.
// Source: https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api

import type { Reply } from "./reply.ts"

const documentation = "https://docs.github.com/rest"

/** One problem with the request's data. */
export interface FieldProblem {
  readonly resource: string
  readonly field?: string
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "too_large" | "custom"
  readonly message?: string
  readonly value?: string | number | null | ReadonlyArray<string>
}

export interface RefusalDetails {
  /** Problems with fields, or plain messages. */
  readonly errors?: ReadonlyArray<FieldProblem> | ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
  readonly documentation?: string
  /** Whether the body repeats the status code. The default follows the OpenAPI description. */
  readonly saysStatus?: boolean
  /** Further members of the response body. */
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

/** Statuses whose error body does not repeat the status code, according to the OpenAPI description. */
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
/** Also used for things that exist but are hidden from the caller. */
export const notFound = (): Refusal => new Refusal(404, "Not Found")
export const forbidden = (message: string): Refusal => new Refusal(403, message)
/** The resource has moved to another URL. A write gets 307, so that the client repeats it unchanged. */
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

/** 422 with a list of invalid fields. */
export const validationFailed = (...errors: ReadonlyArray<FieldProblem>): Refusal =>
  new Refusal(422, "Validation Failed", { errors })

/** 422 with a custom message. */
export const unprocessable = (message: string): Refusal => new Refusal(422, message)

/** 422 for a body that does not match the operation's schema. */
export const invalidRequest = (detail: string): Refusal => new Refusal(422, `Invalid request.\n\n${detail}`)
