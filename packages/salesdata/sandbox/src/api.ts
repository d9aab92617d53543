// The provider's HTTP API. Checks are made in the order of a real gateway: path, key, rate limit, body; then faults;
// then the operation, which charges.

import type { IncomingMessage, ServerResponse } from "node:http"

import { isObject, type JsonObject, parseJson } from "@inlay/sandbox-kit/json"
import { after, type Answer, originOf, readBody } from "@inlay/sandbox-kit/wire"

import { playFault } from "./fault-answers.ts"
import { type Fault, isWireFault, type Operation, parseFault, wireFaults } from "./faults.ts"
import { idempotencyKeyOf } from "./idempotency.ts"
import type { Call } from "./journal.ts"
import { keyOf } from "./keys.ts"
import { faultInBody, runOperation } from "./operations.ts"
import type { Outcome } from "./outcome.ts"
import type { RateVerdict } from "./rate-limit.ts"
import type { SandboxState } from "./state.ts"
import { errorAnswer, send } from "./wire.ts"

const routes: Readonly<Record<string, Operation>> = {
  "POST /enrich/person": "enrich_person",
  "POST /enrich/company": "enrich_company",
  "POST /search/people": "search_people",
  "GET /account": "account"
}

const rateHeaders = ({ limit, remaining, resetSeconds }: RateVerdict): Readonly<Record<string, string>> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(resetSeconds)
})

const tooMany = (rate: RateVerdict): Answer =>
  errorAnswer(
    429,
    "rate_limited",
    "Too many requests.",
    { retry_after_seconds: rate.resetSeconds },
    { ...rateHeaders(rate), "retry-after": String(rate.resetSeconds) }
  )

const unauthorized = errorAnswer(401, "unauthorized", "The API key is missing or not valid.")
const forbidden = errorAnswer(403, "forbidden", "This API key may not use the API.")
const unknownEndpoint = errorAnswer(404, "unknown_endpoint", "There is no such endpoint.")
const notAnObject = errorAnswer(400, "invalid_request", "The request is not valid.", {
  errors: [{ field: "body", message: "must be a JSON object" }]
})

const readObject = async (req: IncomingMessage): Promise<JsonObject | undefined> => {
  if (req.method === "GET") return {}
  const value = parseJson((await readBody(req)) ?? "")?.value
  return isObject(value) ? value : undefined
}

/** Selects the fault of a call: from the header, then from the identifiers, then from the queue, then at random. */
const chooseFault = (
  req: IncomingMessage,
  { faults, randomFaults }: SandboxState,
  operation: Operation,
  body: JsonObject
): Fault | Answer<string> | undefined => {
  const faultName = req.headers["x-sandbox-fault"]
  if (typeof faultName === "string") {
    return parseFault(faultName) ?? errorAnswer(400, "unknown_fault", "The x-sandbox-fault header names no fault.")
  }
  // A client that follows the redirect gets a normal response, so that tests can detect that it did.
  if (req.url?.includes("redirected=1") === true) return undefined
  return faultInBody(operation, body) ?? faults.take(operation) ?? randomFaults.take(operation)
}

const respond = async (state: SandboxState, req: IncomingMessage, res: ServerResponse, call: Call): Promise<void> => {
  const finish = (answer: Answer): void => {
    call.status = answer.status
    send(res, { ...answer, headers: { "x-request-id": `req_${call.number}`, ...answer.headers } })
  }
  const body = await readObject(req)
  if (body !== undefined) call.identifiers = body
  // If the caller disconnects during the delay, the request is not processed.
  const { latencyMs } = state.settings
  if (latencyMs > 0) await new Promise<void>((resolve) => after(res, latencyMs, resolve))
  const key = keyOf(req)
  call.key = typeof key === "string" ? key : key.label
  if (call.operation === null) return finish(unknownEndpoint)
  if (typeof key === "string") return finish(unauthorized)
  if (!key.mayUseApi) return finish(forbidden)
  const rate = state.rateLimit.take(key.label)
  if (!rate.allowed) return finish(tooMany(rate))
  if (body === undefined) return finish(notAnObject)
  const fault = chooseFault(req, state, call.operation, body)
  if (typeof fault === "object") return finish(fault)
  call.fault = fault ?? null
  const request = { state, key: key.label, body, origin: originOf(req), fault }
  const operate = (operation: Operation): Answer<string> => {
    const idempotencyKey = state.settings.idempotencyKeys ? idempotencyKeyOf(req) : undefined
    const work = (): Outcome => runOperation[operation](request)
    const { answer, charged, item } = state.idempotency.once(idempotencyKey, body, work)
    call.charged = charged
    call.chargedFor = charged > 0 ? item : null
    return { ...answer, headers: { ...rateHeaders(rate), ...answer.headers } }
  }
  if (fault === undefined || !isWireFault(fault)) return finish(operate(call.operation))
  const answer = wireFaults[fault].worked ? operate(call.operation) : unknownEndpoint
  call.status = playFault[fault]({ req, res, answer, hold: state.gate.hold })
}

export const makeApi =
  (state: SandboxState) =>
  (req: IncomingMessage, res: ServerResponse, path: string): void => {
    const method = req.method ?? "GET"
    const call = state.journal.open({
      at: new Date().toISOString(),
      operation: routes[`${method} ${path}`] ?? null,
      method,
      path,
      key: "missing",
      identifiers: {},
      headerNames: Object.keys(req.headers),
      idempotencyKey: idempotencyKeyOf(req) ?? null,
      fault: null,
      status: null,
      charged: 0,
      chargedFor: null
    })
    const countFailure = (): void => {
      if (res.headersSent) req.socket.destroy()
      else send(res, errorAnswer(500, "sandbox_failed", "The sandbox itself failed."))
    }
    respond(state, req, res, call).catch(countFailure)
  }
