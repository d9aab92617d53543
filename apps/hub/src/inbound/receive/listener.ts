/**
 * `POST /webhooks/{hookId}`: takes a delivery if it is signed, and answers once it is kept. What it says is read later. A
 * refused one leaves a line in the log and nothing else. Node's own requests and answers, for deliveries come in bursts.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import * as Effect from "effect/Effect"

import { isLetIn, type Front } from "../../agents/http/serving/front.ts"
import { NODE_HEADERS } from "../../agents/http/serving/guard.ts"
import { counter } from "../../agents/http/serving/metrics.ts"
import { readBody } from "../../agents/http/serving/read-body.ts"
import { ServedAt } from "../../agents/http/serving/ServedAt.ts"
import { Connections } from "../connections.ts"
import { Hooks, type HookWithSecrets } from "../hooks.ts"
import { Inbound } from "../Inbound.ts"
import { Inbox } from "../inbox.ts"
import { INLET, receiver as inlet } from "../inlet.ts"

const PATH = "/webhooks/"
/** Ids are as `randomSecret` makes them: anything else is not looked for. */
const HOOK_ID = /^\/webhooks\/([A-Za-z0-9]{43})(?:\?|$)/

type Refusal = 401 | 404 | 413 | 415 | 503

const WORDS: Readonly<Record<Refusal, string>> = {
  401: "it is not signed with the hook's secret",
  404: "there is no such hook",
  413: "the body is too large",
  415: "the content type is not one that the service sends",
  503: "it cannot be kept just now"
}

/** What follows a refusal besides its words. */
const CONSEQUENCES: Readonly<Partial<Record<Refusal, Readonly<Record<string, string>>>>> = {
  // What was not read would be taken for the next request.
  413: { connection: "close" },
  // The service sends it again, or shows it as not delivered.
  503: { "retry-after": "10" }
}

const ACCEPTED = { ...NODE_HEADERS, "content-length": "0" }

/** A status, or that nobody is there any more to hear it. */
type Outcome = 202 | Refusal | "gone"

const logRefusal = (status: Refusal, hook: string) =>
  Effect.logWarning(`webhook refused: ${status}, ${WORDS[status]} (hook ${hook.slice(0, 6) || "unknown"})`)

const answer = (response: ServerResponse, status: 202 | Refusal): void => {
  if (status === 202) return void response.writeHead(202, ACCEPTED).end()
  const body = JSON.stringify({ error: WORDS[status] })
  response
    .writeHead(status, {
      ...NODE_HEADERS,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...CONSEQUENCES[status]
    })
    .end(body)
}

/** Takes what is sent to hooks, from hosts and pages that the guard lets in. */
export const listener = Effect.gen(function* () {
  const servedAt = yield* ServedAt
  const { plugins } = yield* Connections
  const hooks = yield* Hooks
  const inbox = yield* Inbox
  const inbound = yield* Inbound
  const count = yield* counter("webhooks")
  const runFork = Effect.runForkWith(yield* Effect.context())

  const receiverOf = ({ place, plugin }: HookWithSecrets) =>
    place === INLET ? inlet : plugins.find(({ id }) => id === plugin)?.webhooks

  const receive = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse, id: string) {
    const hook = id === "" ? undefined : yield* hooks.find(id)
    const receiver = hook && receiverOf(hook)
    if (hook === undefined || receiver === undefined) return 404
    const [type = ""] = (request.headers["content-type"] ?? "").split(";", 1)
    if (!receiver.contentTypes.includes(type.trim().toLowerCase())) return 415
    const body = yield* Effect.promise(() => readBody(request, response, receiver.maxBodyBytes))
    if (body === "gone") return "gone"
    if (body === "tooLong") return 413
    // The one header that Node gives as a list is none of a delivery's.
    const headers = request.headers as Readonly<Record<string, string>>
    if (!(yield* receiver.verify(body, headers, hook.secrets))) {
      // Another server may have exchanged the secret a moment ago.
      const anew = yield* hooks.findAnew(id)
      if (anew === undefined || !(yield* receiver.verify(body, headers, anew.secrets))) return 401
    }
    yield* inbox.add({ hook: id, headers, body, source: "webhook" })
    yield* inbound.wake
    return 202
  })

  const take = Effect.fnUntraced(function* (request: IncomingMessage, response: ServerResponse) {
    const startMillis = performance.now()
    const [, id = ""] = HOOK_ID.exec(request.url ?? "") ?? []
    const outcome: Outcome = yield* receive(request, response, id).pipe(
      Effect.catch(({ message }) => Effect.as(Effect.logError(`webhooks: ${message}`), 503 as const)),
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("webhooks: a delivery could not be taken, by a bug.", defect), 503 as const)
      )
    )
    if (outcome === "gone") return
    if (outcome !== 202) yield* logRefusal(outcome, id)
    answer(response, outcome)
    count(request.method, outcome, performance.now() - startMillis)
  })

  const front: Front = (request, response) => {
    const { method, url = "" } = request
    if (method !== "POST" || !url.startsWith(PATH) || !isLetIn(servedAt, request)) return false
    runFork(take(request, response))
    return true
  }
  return front
})
