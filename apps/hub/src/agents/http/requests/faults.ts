/**
 * Responses for requests that no route handled: unknown paths, malformed input, bugs. The body is always the API's
 * error JSON, never a stack trace.
 */
import { fieldErrorsOf } from "@inlay/core-http/FieldErrors"
import { invalidReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type { RouteNotFound } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { methodsOf } from "../api/methods.ts"
import { failure, requestError } from "../failure.ts"

const nothingThere = () =>
  failure(
    requestError("request", {
      _tag: "NotFound",
      what: "There is nothing at this path.",
      remedy: { to: "read", text: "/openapi.json lists all paths." }
    })
  )

const noRoute = ({ method, url }: HttpServerRequest) => {
  const methods = methodsOf(url)
  if (methods.length === 0) return nothingThere()
  const allow = methods.join(", ")
  if (method === "OPTIONS") return HttpServerResponse.empty({ status: 204, headers: { allow } })
  return failure(
    requestError("request", {
      _tag: "Invalid",
      what: `This path does not take ${method}.`,
      remedy: { to: "read", text: `It takes ${allow}.` },
      fields: [{ field: "", message: `must be ${methods.join(" or ")}` }]
    }),
    405,
    { allow }
  )
}

/** An `Invalid` failure with every wrong field, marked if it is in the query or the path. */
const malformed = ({ kind, cause }: HttpApiSchemaError): ProviderError =>
  requestError("request", {
    ...invalidReason(
      fieldErrorsOf(cause).map(({ field, message }) => ({
        field: kind === "Payload" ? field : `${kind.toLowerCase()} ${field}`.trim(),
        message: field === "" && kind === "Payload" ? `the body ${message}` : message
      }))
    )
  })

/** An internal error. The hub's log has the details. */
export const bug = requestError("request", {
  _tag: "Unavailable",
  status: 500,
  what: "The hub itself failed; this is a bug.",
  remedy: { to: "read", text: "Check the hub's log and report what it says." }
})

const isNoRoute = (error: unknown): error is { readonly reason: RouteNotFound } =>
  typeof error === "object" &&
  error !== null &&
  "reason" in error &&
  typeof error.reason === "object" &&
  error.reason !== null &&
  "_tag" in error.reason &&
  error.reason._tag === "RouteNotFound"

/** Wraps an app so that it responds to every failure. */
export const catching = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.catchCause(app, (cause): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (isNoRoute(error)) return Effect.succeed(noRoute(error.reason.request))
    if (HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders") {
      return Effect.succeed(failure(malformed(error)))
    }
    return Effect.as(Effect.logError("A request failed because of a bug.", cause), failure(bug, 500))
  })
