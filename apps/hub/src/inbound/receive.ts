/**
 * `POST /webhooks/{hookId}`: takes a delivery if it is signed, and answers once it is kept. What it says is read later. A
 * refused one leaves a line in the log and nothing else.
 */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { Connections } from "./connections.ts"
import { Hooks } from "./hooks.ts"
import { Inbound } from "./Inbound.ts"
import { Inbox } from "./inbox.ts"
import { INLET, receiver as inlet } from "./inlet.ts"

/** Ids are as `randomSecret` makes them: anything else is not looked for. */
const HOOK_ID = /^\/webhooks\/([A-Za-z0-9]{43})$/

type Refusal = 401 | 404 | 413 | 415 | 503

const WORDS: Readonly<Record<Refusal, string>> = {
  401: "it is not signed with the hook's secret",
  404: "there is no such hook",
  413: "the body is too large",
  415: "the content type is not one that the service sends",
  503: "it cannot be kept just now"
}

const refuse = (status: Refusal, hook: string) =>
  Effect.as(
    Effect.logWarning(`webhook refused: ${status}, ${WORDS[status]} (hook ${hook.slice(0, 6) || "unknown"})`),
    HttpServerResponse.jsonUnsafe(
      { error: WORDS[status] },
      { status, headers: status === 413 ? { connection: "close" } : status === 503 ? { "retry-after": "10" } : {} }
    )
  )

const ACCEPTED = HttpServerResponse.empty({ status: 202 })

const receive = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const [, id = ""] = HOOK_ID.exec(request.url.split("?", 1)[0] ?? "") ?? []
  if (id === "") return yield* refuse(404, "")
  const hook = yield* (yield* Hooks).find(id)
  const { plugins } = yield* Connections
  const webhooks = hook?.place === INLET ? inlet : plugins.find((one) => one.id === hook?.plugin)?.webhooks
  if (hook === undefined || webhooks === undefined) return yield* refuse(404, id)
  const { headers } = request
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1)
  if (!webhooks.contentTypes.includes(type.trim().toLowerCase())) return yield* refuse(415, id)
  if (Number(headers["content-length"] ?? 0) > webhooks.maxBodyBytes) return yield* refuse(413, id)
  const read = yield* request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.fromInputUnsafe(webhooks.maxBodyBytes)),
    Effect.map((buffer) => new Uint8Array(buffer)),
    // Longer than it said, or than anything may be; where the sender went away, nobody hears the answer.
    Effect.orElseSucceed(() => undefined)
  )
  if (read === undefined) return yield* refuse(413, id)
  if (!(yield* webhooks.verify(read, headers, hook.secrets))) return yield* refuse(401, id)
  yield* (yield* Inbox).add({ hook: id, headers, body: read, source: "webhook" })
  yield* (yield* Inbound).wake
  return ACCEPTED
}).pipe(
  // The service sends it again, or shows it as not delivered.
  Effect.catch((error) => Effect.andThen(Effect.logError(`webhooks: ${error.message}`), refuse(503, "")))
)

export const layer = HttpRouter.add("POST", "/webhooks/:hook", receive)
