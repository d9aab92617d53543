/**
 * The service's errors as they come: google.rpc.Status, with details that say more.
 * https://cloud.google.com/apis/design/errors#error_details
 */
import { readRetryAfter } from "@inlay/core-http/Budget"
import type { RawAnswer } from "@inlay/core-http/Client"

/** An error of the service. */
export interface ServiceError {
  /** The HTTP status that it stands for. */
  readonly code: number
  /** `INVALID_ARGUMENT`, ...; empty where none is named. */
  readonly status: string
  /** The service's own words. */
  readonly message: string
  /** Of its `ErrorInfo`: `SERVICE_DISABLED`, ...; empty where none is named. */
  readonly reason: string
  readonly metadata: Readonly<Record<string, string>>
  /** Of its `Help`, and links that stand in its metadata. */
  readonly links: ReadonlyArray<string>
  readonly violations: ReadonlyArray<{ readonly field: string; readonly description: string }>
  readonly retryAfterSeconds?: number
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.map(fieldsOf) : [])
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** The details of a type, by its last part: `ErrorInfo`. */
const detailsOf = (error: Fields, type: string): ReadonlyArray<Fields> =>
  listOf(error["details"]).filter((detail) => textOf(detail["@type"]).endsWith(`.${type}`))

const seconds = (duration: string): number | undefined => {
  const [, digits] = /^(\d{1,6}(?:\.\d+)?)s$/.exec(duration) ?? []
  return digits === undefined ? undefined : Math.ceil(Number(digits))
}

const isLink = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === "https:"

/** The error of an answer; `undefined` where it is none. An answer with status 200 may hold one all the same. */
export const errorOf = ({ status, body, headers, receivedAtMillis }: RawAnswer): ServiceError | undefined => {
  // Answers to streamed requests come in a list.
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
  const retryAfterSeconds =
    seconds(textOf(retry["retryDelay"])) ?? readRetryAfter(headers["retry-after"], receivedAtMillis)
  return {
    code: status >= 400 ? status : code,
    status: textOf(error["status"]),
    message: textOf(error["message"]),
    reason: textOf(info["reason"]),
    metadata,
    links: [textOf(metadata["activationUrl"]), ...help].filter(isLink),
    violations,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
  }
}
