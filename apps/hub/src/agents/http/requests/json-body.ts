/** Checks the body of a request before any route decodes it: its size, that it is JSON, and its nesting depth. */
import { isDeeperThan, isTextDeeperThan } from "@inlay/core-http/json-depth"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"

import { hubError, wrongField } from "../../../hub-error.ts"
import { findBreak } from "../../../terminal/json-text.ts"
import { failure } from "../failure.ts"
import { isPublic } from "./guard.ts"

/** The largest body of a request to the API: enough for any input except a large file for the code host. */
const MAX_BODY_BYTES = 1_048_576
/** The same where no token is needed: a sign-in link's secret or a pairing code is short. */
const MAX_PUBLIC_BYTES = 4_096
/** The place of an error is searched for by parsing again and again, which holds up other requests. */
const MAX_SEARCHED_CHARS = 16_384
const MAX_DEPTH = 200

const bad = (message: string) => wrongField("request", "", message)

const tooDeep = () => bad(`the body nests deeper than ${MAX_DEPTH} levels`)

const bodyProblem = (text: string): ProviderError | undefined => {
  if (isTextDeeperThan(MAX_DEPTH, text)) return tooDeep()
  const value = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(value)) {
    const at = text.length <= MAX_SEARCHED_CHARS ? findBreak(text) : undefined
    return bad(
      `the body is not JSON${at === undefined ? "" : ` at line ${at.line}, column ${at.column}: ${at.problem}`}`
    )
  }
  return isDeeperThan(MAX_DEPTH, value.success) ? tooDeep() : undefined
}

const tooLarge = (maxBytes: number) =>
  failure(
    hubError("request", {
      _tag: "Invalid",
      what: `The body is larger than the limit of ${maxBytes} bytes.`,
      remedy: { to: "askForLess" },
      fields: [{ field: "", message: "is too large" }],
      nothing: "changed"
    }),
    413,
    { connection: "close" }
  )

const wrongType = () =>
  failure(
    hubError("request", {
      _tag: "Invalid",
      what: "The body must be JSON, with the content type application/json.",
      remedy: { to: "correctInput" },
      fields: [{ field: "", message: "must be JSON" }]
    }),
    415
  )

/** The authorization server reads its bodies itself. Webhooks and MCP do not come this far. */
const READS_ITSELF = "/oauth/"

/** Checks the bodies of requests, however their paths are spelled. */
export const checkingBody = <E, R>(app: Effect.Effect<HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const { method, url, headers } = request
    if (url.startsWith(READS_ITSELF) || method === "GET" || method === "HEAD") return yield* app
    const maxBytes = isPublic(request) ? MAX_PUBLIC_BYTES : MAX_BODY_BYTES
    if (Number(headers["content-length"] ?? 0) > maxBytes) return tooLarge(maxBytes)
    const text = yield* request.text.pipe(
      Effect.provideService(MaxBodySize, ByteSize.fromInputUnsafe(maxBytes)),
      Effect.orElseSucceed(() => undefined)
    )
    if (text === undefined) return tooLarge(maxBytes)
    if (text === "") return yield* app
    if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return wrongType()
    const problem = bodyProblem(text)
    return problem === undefined ? yield* app : failure(problem)
  })
