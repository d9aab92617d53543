// Error responses with the service's messages. An operation throws a `Refusal`, and the API sends it as
// google.rpc.Status.
// Sources: https://cloud.google.com/apis/design/errors, https://developers.google.com/analytics/devguides/reporting/data/v1/errors

const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504
} as const

export type Status = keyof typeof statuses

/** One problem with a field, as in `google.rpc.BadRequest`. */
export interface FieldProblem {
  readonly field: string
  readonly description: string
}

type Detail = { readonly "@type": string } & Readonly<Record<string, unknown>>

export class Refusal extends Error {
  readonly status: Status
  readonly details: ReadonlyArray<Detail>
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: Status,
    message: string,
    details: ReadonlyArray<Detail> = [],
    headers: Readonly<Record<string, string>> = {}
  ) {
    super(message)
    this.status = status
    this.details = details
    this.headers = headers
  }
}

export const codeOf = ({ status }: Refusal): number => statuses[status]

export const bodyOf = ({ details, message, status }: Refusal): object => ({
  error: { code: statuses[status], message, status, ...(details.length === 0 ? {} : { details }) }
})

/** `google.rpc.ErrorInfo`. */
export const errorInfo = (reason: string, metadata: Readonly<Record<string, string>>): Detail => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason,
  domain: "googleapis.com",
  metadata
})

const help = (description: string, url: string): Detail => ({
  "@type": "type.googleapis.com/google.rpc.Help",
  links: [{ description, url }]
})

/** The front end's refusal of a body that does not match its message. */
export const invalidPayload = (fieldViolations: ReadonlyArray<FieldProblem>): Refusal =>
  new Refusal("INVALID_ARGUMENT", fieldViolations.map(({ description }) => description).join("\n"), [
    { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations }
  ])

export const invalid = (message: string): Refusal => new Refusal("INVALID_ARGUMENT", message)
export const required = (field: string): Refusal =>
  invalid(`The value for the '${field}' field was empty. It is required.`)
export const notFound = (): Refusal => new Refusal("NOT_FOUND", "Requested entity was not found.")
export const alreadyExists = (): Refusal => new Refusal("ALREADY_EXISTS", "Requested entity already exists.")
/** 403 of the Admin API. Also used for resources that the caller cannot see. */
export const forbidden = (): Refusal => new Refusal("PERMISSION_DENIED", "The caller does not have permission")
/** 403 of the Data API. */
export const propertyForbidden = (): Refusal =>
  new Refusal(
    "PERMISSION_DENIED",
    "User does not have sufficient permissions for this property. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id."
  )
export const resourceExhausted = (message: string): Refusal => new Refusal("RESOURCE_EXHAUSTED", message)

export const unauthenticated = (): Refusal =>
  new Refusal(
    "UNAUTHENTICATED",
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    [errorInfo("ACCESS_TOKEN_TYPE_UNSUPPORTED", { service: "analytics.googleapis.com" })],
    { "www-authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"' }
  )
export const withoutCredential = (): Refusal =>
  new Refusal(
    "UNAUTHENTICATED",
    "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    [errorInfo("CREDENTIALS_MISSING", { service: "analytics.googleapis.com" })],
    { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' }
  )
export const scopeInsufficient = (service: string, method: string): Refusal =>
  new Refusal(
    "PERMISSION_DENIED",
    "Request had insufficient authentication scopes.",
    [errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", { service, method })],
    { "www-authenticate": 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"' }
  )

/** The API is disabled in the token's project. */
export const serviceDisabled = (service: string, title: string, project: string): Refusal => {
  const url = `https://console.developers.google.com/apis/api/${service}/overview?project=${project}`
  return new Refusal(
    "PERMISSION_DENIED",
    `${title} has not been used in project ${project} before or it is disabled. Enable it by visiting ${url} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    [
      errorInfo("SERVICE_DISABLED", {
        activationUrl: url,
        consumer: `projects/${project}`,
        containerInfo: project,
        service,
        serviceTitle: title
      }),
      {
        "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
        locale: "en-US",
        message: `${title} has not been used in project ${project} before or it is disabled.`
      },
      help("Google developers console API activation", url)
    ]
  )
}
