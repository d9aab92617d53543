/**
 * The service's error format: google.rpc.Status with details.
 * https://cloud.google.com/apis/design/errors#error_details
 */
import { readRetryAfter } from "@inlay/core-http/Budget"
import type { RawAnswer } from "@inlay/core-http/Client"
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

/** An error of the service. */
export interface ServiceError {
  /** The corresponding HTTP status. */
  readonly code: number
  /** Status name, such as `INVALID_ARGUMENT`. Empty if there is none. */
  readonly status: string
  /** The service's message. */
  readonly message: string
  /** Reason of its `ErrorInfo`, such as `SERVICE_DISABLED`. Empty if there is none. */
  readonly reason: string
  /** Reason of the first of its `errors`, an older form, such as `rateLimitExceeded`. Empty if there is none. */
  readonly olderReason: string
  readonly metadata: Readonly<Record<string, string>>
  /** Links from its `Help` and from its metadata. */
  readonly links: ReadonlyArray<string>
  readonly violations: ReadonlyArray<{ readonly field: string; readonly description: string }>
  readonly retryAfterSeconds?: number
}

const fieldsOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const listOf = (value: unknown): ReadonlyArray<JsonObject> => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The details of a type, given the last part of the type's name, such as `ErrorInfo`. */
const detailsOf = (error: JsonObject, type: string): ReadonlyArray<JsonObject> =>
  listOf(error["details"]).filter((detail) => textOf(detail["@type"]).endsWith(`.${type}`))

const seconds = (duration: string): number | undefined => {
  const [, digits] = /^(\d{1,6}(?:\.\d+)?)s$/.exec(duration) ?? []
  return digits === undefined ? undefined : Math.ceil(Number(digits))
}

const isLink = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:"

/** The error in a response, or undefined if there is none. A response with status 200 can also contain an error. */
export const errorOf = ({ status, body, headers, receivedAtMillis }: RawAnswer): ServiceError | undefined => {
  // Responses to streamed requests are lists.
  const first: unknown = Array.isArray(body) ? body[0] : body
  const errorValue = fieldsOf(first)["error"]
  const error = fieldsOf(errorValue)
  const code = typeof error["code"] === "number" ? error["code"] : status
  if (status < 400 && (errorValue === undefined || code < 400)) return undefined
  const [info = {}] = detailsOf(error, "ErrorInfo")
  const metadata = Object.fromEntries(
    Object.entries(fieldsOf(info["metadata"])).flatMap(([key, value]) =>
      typeof value === "string" ? [[key, value]] : []
    )
  )
  const help = detailsOf(error, "Help").flatMap(({ links }) => listOf(links).map(({ url }) => textOf(url)))
  const violations = detailsOf(error, "BadRequest").flatMap(({ fieldViolations }) =>
    listOf(fieldViolations).map(({ field, description }) => ({
      field: textOf(field),
      description: textOf(description)
    }))
  )
  const [retry = {}] = detailsOf(error, "RetryInfo")
  const retryAfterSeconds = seconds(textOf(retry["retryDelay"])) ?? readRetryAfter(headers, receivedAtMillis)
  return {
    code: status >= 400 ? status : code,
    status: textOf(error["status"]),
    message: textOf(error["message"]),
    reason: textOf(info["reason"]),
    olderReason: textOf(listOf(error["errors"])[0]?.["reason"]),
    metadata,
    links: [textOf(metadata["activationUrl"]), ...help].filter(isLink),
    violations,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
  }
}
