/**
 * Responses for requests that no route handled: unknown paths, malformed input, bugs. The body is always the API's
 * error JSON, never a stack trace.
 */
import { listOf } from "@inlay/agent-plugin/advice"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { filesWereReplaced } from "@inlay/agent-plugin/mcp/internal-error"
import { fieldErrorsOf } from "@inlay/core-http/FieldErrors"
import { invalidReason, ProviderError } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { ClientAbort, isHttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { hubError } from "../../../hub-error.ts"
import { SharedRunners } from "../../run-as/run-as.ts"
import { methodsOf } from "../api/methods.ts"
import { failure } from "../failure.ts"

/** The API's description does not have it, and a client may have been given the hub's own address. */
const WHERE_MCP_IS = "MCP is at /mcp."

const nothingThere = () =>
  failure(
    hubError("request", {
      _tag: "NotFound",
      what: "There is nothing at this path.",
      remedy: { to: "read", text: `/openapi.json lists the paths of the API. ${WHERE_MCP_IS}` }
    })
  )

const noRoute = ({ method, url }: HttpServerRequest) => {
  const methods = methodsOf(url)
  if (methods.length === 0) return nothingThere()
  const allow = methods.join(", ")
  const whereMcpIs = /^\/(\?|$)/.test(url) ? ` ${WHERE_MCP_IS}` : ""
  if (method === "OPTIONS") return HttpServerResponse.empty({ status: 204, headers: { allow } })
  return failure(
    hubError("request", {
      _tag: "Invalid",
      what: `This path does not take ${method}.`,
      remedy: { to: "read", text: `It takes ${allow}.${whereMcpIs}` },
      fields: [{ field: "", message: `must be ${methods.join(" or ")}` }]
    }),
    405,
    { allow }
  )
}

/** The top-level fields of a body that it does not take, and what is said of them. */
const excessFields = ({ issue: whole }: Schema.SchemaError) => {
  // A body is a union of its content types, of which there is one.
  const issue = whole._tag === "AnyOf" ? whole.issues[0] : whole
  if (issue === undefined) return undefined
  if (issue._tag !== "Composite" || !SchemaAST.isObjects(issue.ast)) return undefined
  const fieldNames = issue.ast.propertySignatures.map(({ name }) => String(name))
  const excess = issue.issues.flatMap((one) =>
    one._tag === "Pointer" && one.path.length === 1 && one.issue._tag === "UnexpectedKey" ? [String(one.path[0])] : []
  )
  const list = `is not a field of this body, which takes ${fieldNames.length === 0 ? "none" : listOf(fieldNames)}`
  // Callers leave out this level, because the command line and MCP have none.
  const message = fieldNames.includes("input") ? `${list}. The fields of a tool belong in input` : list
  return { excess: new Set(excess), message }
}

const bodyFields = (cause: Schema.SchemaError) => {
  const top = excessFields(cause)
  return fieldErrorsOf(cause).map(({ field, message }) => {
    if (field === "") return { field, message: `the body ${message}` }
    return { field, message: top?.excess.has(field) === true ? top.message : message }
  })
}

/** An `Invalid` failure with every wrong field, marked if it is in the query or the path. */
const malformed = ({ kind, cause }: HttpApiSchemaError): ProviderError =>
  hubError(
    "request",
    invalidReason(
      kind === "Payload"
        ? bodyFields(cause)
        : fieldErrorsOf(cause).map(({ field, message }) => ({
            field: `${kind.toLowerCase()} ${field}`.trim(),
            message
          }))
    )
  )

const bug = hubError("request", {
  _tag: "Unavailable",
  status: 500,
  what: "The hub itself failed; this is a bug.",
  remedy: { to: "read", text: "Check the hub's log and report what it says." }
})

const replaced = hubError("request", {
  _tag: "Unavailable",
  status: 503,
  what: "The hub's files were replaced while it ran, such as by an update.",
  remedy: { to: "read", text: "Restart the server." }
})

/** An internal error, its status, and why a request failed, for the hub's log, which has the details. */
export const internalFault = (
  defect: unknown
): readonly [
  error: ProviderError,
  status: 500 | 503,
  why: "of a bug" | "the program's files were replaced: restart it"
] =>
  filesWereReplaced(defect) ? [replaced, 503, "the program's files were replaced: restart it"] : [bug, 500, "of a bug"]

const RUN = /^\/api\/tools\/([^/?]+)\/runs/

/** What a request may have done. */
interface Effects {
  readonly mayCost: boolean
  readonly mayChange: boolean
}

/** The failure of what the server did not wait for when it stopped. It says what may have been done. */
export const stopFailure = ({ mayCost, mayChange }: Effects): ProviderError =>
  new ProviderError({
    provider: "inlay",
    operation: "request",
    reason: {
      _tag: "Unavailable",
      status: 503,
      what: "The hub stopped before this was done.",
      remedy: { to: mayCost ? "checkCharge" : mayChange ? "lookFirst" : "retry" }
    },
    ...(mayCost && { charged: "unknown" as const }),
    ...(mayChange && { outcome: "unknown" as const })
  })

/** The failure of a request that the server did not wait for when it stopped. */
export const unfinished = Effect.gen(function* () {
  const { method, url } = yield* HttpServerRequest
  const { plugins } = yield* SharedRunners
  const run = Result.getOrUndefined(stepOf(plugins, RUN.exec(url)?.[1] ?? ""))?.step
  return stopFailure({
    mayCost: run?.cost?.unit === "credits",
    mayChange: method !== "GET" && run?.hints.readOnly !== true && !url.endsWith("/previews")
  })
})

/** Wraps an app so that it responds to every failure. */
export const catching = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest | SharedRunners> =>
  Effect.catchCause(app, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) {
      const isCallerGone = Context.getOrUndefined(Cause.annotations(cause), ClientAbort) === true
      return isCallerGone ? Effect.interrupt : Effect.map(unfinished, (error) => failure(error, 503))
    }
    const error = Cause.squash(cause)
    if (isHttpServerError(error) && error.reason._tag === "RouteNotFound") {
      return Effect.succeed(noRoute(error.reason.request))
    }
    if (HttpApiSchemaError.is(error) && error.kind !== "Body" && error.kind !== "ResponseHeaders") {
      return Effect.succeed(failure(malformed(error)))
    }
    const [fault, status, why] = internalFault(error)
    return Effect.as(Effect.logError(`A request failed because ${why}.`, cause), failure(fault, status))
  })
