/**
 * `POST /webhooks/{hookId}`: accepts a signed delivery and answers once it is stored. Its content is processed later. A
 * rejected delivery leaves only a line in the log. Uses Node's own requests and responses, because deliveries come in
 * bursts.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import type { WebhookReceiver } from "@inlay/agent-plugin/Webhooks"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { hubError } from "../../hub-error.ts"
import { isLetIn, type Front } from "../../serving/front.ts"
import { NODE_HEADERS } from "../../serving/headers.ts"
import { counter } from "../../serving/metrics.ts"
import { Outage } from "../../serving/outage.ts"
import { readBody } from "../../serving/read-body.ts"
import { ServedAt } from "../../serving/ServedAt.ts"
import { Connections } from "../connections.ts"
import { OTHER_HUB, isTest, receiver as hubReceiver } from "../forwarded-events.ts"
import type { HookWithSecrets } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Inbound } from "../Inbound.ts"
import { Inbox } from "../inbox.ts"

const PATH = "/webhooks/"
/** Ids have the form that `randomSecret` makes. No other id is looked up. */
const HOOK_ID = /^\/webhooks\/([A-Za-z0-9]{43})(?:\?|$)/

type Refusal = 401 | 404 | 413 | 415 | 503

/** Not 401, because nothing is wrong with the delivery. */
const keyless = (hook: string) =>
  hubError("webhooks", {
    _tag: "Refused",
    guard: "vault",
    what: `Whether a delivery is signed cannot be checked: the secret of hook ${hook.slice(0, 6)} was encrypted with another key than this server has.`,
    remedy: { to: "read", text: "Start it again with the current key." }
  })

const WORDS: Readonly<Record<Refusal, string>> = {
  401: "it is not signed with the hook's secret",
  404: "there is no such hook",
  413: "the body is too large",
  415: "the content type is not one that the service sends",
  503: "it cannot be stored at the moment"
}

/** Additional headers of a refusal. */
const CONSEQUENCES: Readonly<Partial<Record<Refusal, Readonly<Record<string, string>>>>> = {
  // Node would read the rest of the body, however long, and wait for its end.
  413: { connection: "close" },
  // The service sends the delivery again, or shows it as failed.
  503: { "retry-after": "10" }
}

const ACCEPTED = { ...NODE_HEADERS, "content-length": "0" }
/** Shown to whoever tests the subscription on the other hub. */
const TEST_WORDS = "Received as a test: nothing is recorded or started."
const ACCEPTED_TEST = { ...NODE_HEADERS, "content-type": "text/plain", "content-length": TEST_WORDS.length }

/** A status, "test" if it is accepted without consequences, or "gone" if the client has disconnected. */
type Outcome = 202 | Refusal | "test" | "gone"

const NOT_STORED = "webhooks: deliveries are refused with 503."

const logRefusal = (status: Refusal, hook: string) =>
  Effect.logWarning(`webhook refused: ${status}, ${WORDS[status]} (hook ${hook.slice(0, 6) || "unknown"})`)

const logFailure = (cause: unknown) => {
  if (cause instanceof StorageError) {
    return Effect.flatMap(Outage, ({ failed }) => failed(NOT_STORED, Cause.fail(cause)))
  }
  return cause instanceof ProviderError
    ? Effect.logError(`webhooks: ${cause.message}`)
    : Effect.logError("webhooks: a delivery could not be accepted because of a bug.", cause)
}

const answer = (response: ServerResponse, status: 202 | Refusal | "test"): void => {
  if (status === 202) return void response.writeHead(202, ACCEPTED).end()
  if (status === "test") return void response.writeHead(202, ACCEPTED_TEST).end(TEST_WORDS)
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

/** Handles webhook requests whose host and origin pass the guard. */
export const listener = Effect.gen(function* () {
  const servedAt = yield* ServedAt
  const { plugins } = yield* Connections
  const hooks = yield* Hooks
  const inbox = yield* Inbox
  const inbound = yield* Inbound
  const clock = yield* Clock.Clock
  const count = yield* counter("webhooks")
  const outage = yield* Outage
  const run = Effect.runPromiseWith(yield* Effect.context())

  const receiverOf = ({ place, plugin }: HookWithSecrets) =>
    place === OTHER_HUB ? hubReceiver : plugins.find(({ id }) => id === plugin)?.webhooks

  const isSigned = ({ verify }: Pick<WebhookReceiver, "verify">, ...args: Parameters<WebhookReceiver["verify"]>) => {
    const verifying = verify(...args)
    // A result that is available synchronously needs no fiber.
    return Exit.isExit(verifying) && Exit.isSuccess(verifying) ? verifying.value : run(verifying)
  }

  const add = (delivery: Parameters<typeof inbox.add>[0]): Promise<void> =>
    new Promise((resolve, reject) => {
      inbox.add(delivery, (problem) => (problem === undefined ? resolve() : reject(problem)))
    })

  const receive = async (request: IncomingMessage, response: ServerResponse, id: string): Promise<Outcome> => {
    if (id === "") return 404
    const hook = hooks.known(id, clock.currentTimeMillisUnsafe()) ?? (await run(hooks.find(id)))
    const receiver = hook && receiverOf(hook)
    if (hook === undefined || receiver === undefined) return 404
    const [type = ""] = (request.headers["content-type"] ?? "").split(";", 1)
    if (!receiver.contentTypes.includes(type.trim().toLowerCase())) return 415
    const body = await readBody(request, response, receiver.maxBodyBytes)
    if (body === "gone") return "gone"
    if (body === "tooLong") return 413
    // `set-cookie` is the only header that Node gives as a list, and deliveries do not have it.
    const headers = request.headers as Readonly<Record<string, string>>
    if (!(await isSigned(receiver, body, headers, hook.secrets))) {
      // Another server may have rotated the secret a moment ago.
      const anew = await run(hooks.findAnew(id))
      if (anew !== undefined && anew.secrets.length === 0) throw keyless(id)
      if (anew === undefined || !(await isSigned(receiver, body, headers, anew.secrets))) return 401
    }
    if (hook.place === OTHER_HUB && isTest(body)) return "test"
    await add({ hook: id, headers, body, source: "webhook", receivedMillis: clock.currentTimeMillisUnsafe() })
    inbound.wake()
    return 202
  }

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startMillis = performance.now()
    const [, id = ""] = HOOK_ID.exec(request.url ?? "") ?? []
    let outcome: Outcome
    try {
      outcome = await receive(request, response, id)
    } catch (cause) {
      await run(logFailure(cause))
      outcome = 503
    }
    if (outcome === "gone") return
    if (outcome === 202 && outage.isUnderWay()) await run(outage.succeeded(NOT_STORED))
    // What refuses with 503 was logged above.
    if (outcome !== 202 && outcome !== "test" && outcome !== 503) await run(logRefusal(outcome, id))
    answer(response, outcome)
    // The whole id is as good as the hook's address.
    const path = `${PATH}${id.slice(0, 6)}`
    count(request.method, outcome === "test" ? 202 : outcome, performance.now() - startMillis, path)
  }

  const front: Front = (request, response) => {
    const { method, url = "" } = request
    if (method !== "POST" || !url.startsWith(PATH) || !isLetIn(servedAt, request)) return false
    take(request, response).catch((cause: unknown) => run(logFailure(cause)))
    return true
  }
  return front
})
