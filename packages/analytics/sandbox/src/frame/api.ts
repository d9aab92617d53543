// Both HTTP APIs: authorizes each request, applies faults, runs the operation, responds and records the call.

import type { IncomingMessage, ServerResponse } from "node:http"

import { parseJson } from "@inlay/sandbox-kit/json"
import { type Answer, type Handler, jsonAnswer, readBody, send } from "@inlay/sandbox-kit/wire"

import { decode } from "../protocol/decode.ts"
import { type Content, encode } from "../protocol/encode.ts"
import type { SandboxState } from "../state.ts"
import { authorized, tokenOf } from "./auth.ts"
import { bodyOf, codeOf, invalid, notFound, Refusal, unauthenticated } from "./errors.ts"
import { playFault } from "./fault-answers.ts"
import { type FaultName, faults, isFaultName } from "./faults.ts"
import type { Call } from "./journal.ts"
import { type Context, type Operation, services } from "./operation.ts"
import { readQuery } from "./query.ts"

const maxBodyBytes = 10 * 1024 * 1024

const headersOf = ({ clock }: SandboxState) => ({
  date: new Date(clock.now()).toUTCString(),
  "cache-control": "private",
  vary: "Origin, X-Origin, Referer",
  "x-content-type-options": "nosniff"
})

const refusalAnswer = (state: SandboxState, refusal: Refusal): Answer<string> =>
  jsonAnswer(codeOf(refusal), bodyOf(refusal), { ...headersOf(state), ...refusal.headers })

/** The fault named in the request header, or else one from the queue. */
const chooseFault = (state: SandboxState, req: IncomingMessage, { name }: Operation): FaultName | undefined => {
  const named = req.headers["x-sandbox-fault"]
  if (named === undefined) return state.faults.take(({ operation }) => operation === null || operation === name)
  if (!isFaultName(named)) throw invalid("The x-sandbox-fault header names no fault.")
  return named
}

const readJson = async (req: IncomingMessage, { takes }: Operation): Promise<Content> => {
  if (takes === null) return {}
  const text = await readBody(req, maxBodyBytes)
  if (text === undefined) throw invalid("Request payload size exceeds the limit: 10485760 bytes.")
  if (text.trim() === "") return {}
  const json = parseJson(text)
  if (json === undefined) throw invalid("Invalid JSON payload received. Unexpected token.")
  return decode(takes, json.value)
}

const find = (operations: ReadonlyArray<Operation>, method: string, path: string) => {
  for (const operation of operations) {
    const match = operation.method === method ? operation.path.exec(path) : null
    if (match !== null) return { operation, params: { ...match.groups } }
  }
  return undefined
}

const work = async (context: Context, operation: Operation, enumNumbers: boolean): Promise<Answer<string>> => {
  const { call, state } = context
  const account = operation.account?.(context)
  if (account !== undefined) {
    state.quotas.enter(account)
    const { concurrentRequests } = state.quotas.limits(account.category)
    call.underWay = Math.min(concurrentRequests, state.quotas.consumed(account, "concurrentRequests"))
  }
  try {
    const { latencyMs } = state.settings
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    return jsonAnswer(200, encode(operation.gives, operation.run(context), enumNumbers), headersOf(state))
  } finally {
    if (account !== undefined) state.quotas.leave(account)
  }
}

const respond = async (
  state: SandboxState,
  operations: ReadonlyArray<Operation>,
  { call, req, res }: { readonly call: Call; readonly req: IncomingMessage; readonly res: ServerResponse }
): Promise<void> => {
  const route = find(operations, call.method, call.path)
  call.operation = route?.operation.name ?? null
  const requestToken = tokenOf(state, req)
  call.token = requestToken === undefined ? "none" : requestToken === "unknown" ? "unknown" : requestToken.label
  if (route === undefined) throw notFound()
  const { operation, params } = route
  const token = authorized(state, requestToken, operation)
  const principal = state.world.principals.get(token.principalId)
  if (principal === undefined) throw unauthenticated()
  const fault = chooseFault(state, req, operation)
  call.fault = fault ?? null
  const run = async (): Promise<Answer<string>> => {
    const { enumNumbers, own } = readQuery(call.query, operation.query)
    const body = await readJson(req, operation)
    return work({ state, token, principal, call, params, query: own, body }, operation, enumNumbers)
  }
  if (fault === undefined) {
    const answer = await run()
    call.status = answer.status
    return send(res, answer)
  }
  const { host, title } = services[operation.service]
  const answer = faults[fault].worked ? await run() : jsonAnswer(200, {})
  const scene = { req, res, answer, hold: state.gate.hold, service: host, title, project: token.project }
  call.status = playFault[fault](scene)
  const propertyId = params["property"]
  if (call.status !== null && call.status >= 500 && operation.service === "data" && propertyId !== undefined) {
    const category = operation.name === "runRealtimeReport" ? "realtime" : "core"
    state.quotas.serverError({ propertyId, category, project: token.project })
  }
}

export const makeApi =
  (state: SandboxState, operations: ReadonlyArray<Operation>): Handler =>
  (req, res, path) => {
    const call = state.journal.open({
      atMillis: Date.now(),
      method: req.method ?? "GET",
      path,
      query: (req.url ?? "").split("?").slice(1).join("?"),
      operation: null,
      token: "none",
      headerNames: Object.keys(req.headers),
      underWay: 0,
      tokens: 0,
      fault: null,
      status: null
    })
    respond(state, operations, { call, req, res }).catch((error: unknown) => {
      if (res.headersSent) return void req.socket.destroy()
      const refusal =
        error instanceof Refusal ? error : new Refusal("INTERNAL", `The sandbox itself failed: ${String(error)}`)
      call.status = codeOf(refusal)
      send(res, refusalAnswer(state, refusal))
    })
  }
