/**
 * Checks a request before it is sent: it must stay on the account's address, be valid JSON, and not contain the
 * account's own key.
 */
import * as Result from "effect/Result"

import * as Endpoint from "../address/Endpoint.ts"
import { invalidReason, type FieldError, type Reason } from "../errors/ProviderError.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { CheckHeaders } from "./parts.ts"
import { headersNotSent, keyInInput } from "./reasons.ts"

/** Where a request goes. */
export interface Target {
  readonly url: URL
  /** The path below the base address, normalised for comparison. */
  readonly path: string
}

/** A request that passed the guards, with its body as it will be sent. */
export interface Message {
  readonly request: CallRequest
  readonly target: Target
  readonly payload: string | undefined
}

/** How many resolved endpoints to cache, since many clients ask the same few again and again. */
const MAX_TARGETS = 100

/**
 * How JSON writes NUL and half of a surrogate pair. A text may also contain the same characters after an escaped
 * backslash, so a match is only a hint.
 */
const MAY_BE_BROKEN = /\\u(?:0000|d[89a-f][\da-f]{2})/

/** Finds texts that databases and services do not store unchanged, each with its path. */
const brokenTexts = (value: unknown, path: string): ReadonlyArray<FieldError> => {
  if (typeof value === "string") {
    if (value.includes("\u0000")) return [{ field: path, message: "contains a NUL character" }]
    return value.isWellFormed() ? [] : [{ field: path, message: "contains half of a character (a lone surrogate)" }]
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...brokenTexts(key, path),
    ...brokenTexts(item, path === "" ? key : `${path}.${key}`)
  ])
}

const payloadOf = ({ body }: CallRequest): Result.Result<string | undefined, Reason> => {
  const payload = Result.try({
    // Undefined without a body.
    try: (): string | undefined => JSON.stringify(body),
    catch: () => invalidReason([{ field: "body", message: "cannot be written as JSON" }])
  })
  if (Result.isFailure(payload)) return payload
  const brokenFields = MAY_BE_BROKEN.test(payload.success ?? "") ? brokenTexts(body, "") : []
  return brokenFields.length === 0 ? payload : Result.fail(invalidReason(brokenFields))
}

/** @param credentialHeader the account's own header, which no caller may set */
export const messages = (
  { baseAddress, pathStyle, guard, headers: fixedHeaders }: ClientOptions,
  redactors: () => Redactors,
  credentialHeader: string,
  checkHeaders: CheckHeaders = () => Result.fail(headersNotSent)
) => {
  const targets = new Map<string, Target>()
  const targetOf = (endpoint: string): Result.Result<Target, Reason> => {
    const knownTarget = targets.get(endpoint)
    if (knownTarget !== undefined) return Result.succeed(knownTarget)
    return Result.map(Endpoint.resolve(baseAddress, endpoint, pathStyle), (url) => {
      const target = { url, path: Endpoint.comparable(url.pathname.slice(baseAddress.path.length)) }
      if (targets.size === MAX_TARGETS) targets.clear()
      targets.set(endpoint, target)
      return target
    })
  }

  return (callRequest: CallRequest): Result.Result<Message, Reason> => {
    // A program without types may leave out a field.
    const { method, headers: callHeaders }: Partial<CallRequest> = callRequest
    const endpoint = callRequest.endpoint ?? ""
    const payload = method
      ? payloadOf(callRequest)
      : Result.fail(invalidReason([{ field: "method", message: "is required" }]))
    if (Result.isFailure(payload)) return Result.fail(payload.failure)
    const { echoes } = redactors()
    // Only the client attaches the key. Anywhere else it would end up in ledgers and logs, here and at the provider.
    if ([endpoint, payload.success, JSON.stringify(callHeaders)].some((text = "") => echoes.text(text) !== text))
      return Result.fail(keyInInput)
    let request = callRequest
    if (callHeaders !== undefined) {
      const headers = checkHeaders(callHeaders, credentialHeader, fixedHeaders)
      if (Result.isFailure(headers)) return Result.fail(headers.failure)
      request = { ...callRequest, headers: headers.success }
    }
    const target = targetOf(endpoint)
    if (Result.isFailure(target)) return Result.fail(target.failure)
    const reason = guard?.(request, target.success.path)
    return reason === undefined
      ? Result.succeed({ request, target: target.success, payload: payload.success })
      : Result.fail(reason)
  }
}
