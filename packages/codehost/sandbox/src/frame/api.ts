// The service's HTTP API: checks each request, applies faults, runs the operation, responds and records the call.

import type { ServerResponse } from "node:http"

import { after, type Answer, type Handler, send } from "@inlay/sandbox-kit/wire"

import { dispatchEvents } from "../hooks/dispatching.ts"
import type { SandboxState } from "../state.ts"
import { answerOf, corsHeaders, noUserAgent, unchangedAnswer } from "./answers.ts"
import { Refusal, refusalReply } from "./errors.ts"
import { playFault } from "./fault-answers.ts"
import { type FaultName, faults, isFaultName } from "./faults.ts"
import { judge } from "./judge.ts"
import { anonymous, rateHeaders } from "./rate-limits.ts"
import type { Reply } from "./reply.ts"
import type { Router } from "./router.ts"
import { isWrite, labelOf, queryOf, type Visit } from "./visit.ts"

/** The fault named in the request header, or else one from the queue or by chance. */
const chooseFault = ({ faults: queue }: SandboxState, { call, req }: Visit): FaultName | undefined => {
  const name = req.headers["x-sandbox-fault"]
  if (name === undefined) return queue.take(call.method, call.path)
  if (!isFaultName(name)) throw new Refusal(400, "The x-sandbox-fault header names no fault.")
  return name
}

/** The response as it is sent, with ETag, rate limit headers and the headers that all responses have. */
const withCommonHeaders = (state: SandboxState, visit: Visit, reply: Reply): Answer => {
  const answer = answerOf(reply, visit.media)
  const label = labelOf(visit)
  const same = isWrite(visit) ? undefined : unchangedAnswer(visit.req.headers, answer)
  // A 304 response is free for callers with a token.
  if (same !== undefined && visit.resource !== null && label !== anonymous) {
    state.rateLimits.giveBack(label, visit.resource)
  }
  const resource = visit.resource ?? "core"
  const { headers, ...rest } = same ?? answer
  return {
    ...rest,
    headers: {
      date: new Date(state.clock.now()).toUTCString(),
      ...corsHeaders,
      "x-github-request-id": visit.requestId,
      // Enterprise servers send their version with every response. Classic projects exist only on old versions.
      ...(state.settings.classicProjects && { "x-github-enterprise-version": "enterprise-server@3.9.0" }),
      ...rateHeaders(resource, state.rateLimits.standing(label, resource)),
      ...visit.headers,
      ...headers
    }
  }
}

/** Responses that need no further checks: requests without a user agent, and CORS preflight requests. */
const early = ({ req }: Visit): Answer | undefined => {
  if (req.headers["user-agent"] === undefined) return noUserAgent
  return req.method === "OPTIONS" ? { status: 204, headers: corsHeaders, body: "" } : undefined
}

const respond = async (state: SandboxState, router: Router, visit: Visit, res: ServerResponse): Promise<void> => {
  const { call, req } = visit
  const earlyAnswer = early(visit)
  if (earlyAnswer !== undefined) {
    call.status = earlyAnswer.status
    return send(res, earlyAnswer)
  }
  // If the caller disconnects during the added latency, the request is never served.
  const { latencyMs } = state.settings
  if (latencyMs > 0) await new Promise<void>((resolve) => after(res, latencyMs, resolve))
  let reply: Reply
  let fault: FaultName | undefined
  try {
    const run = await judge(state, router, visit)
    fault = chooseFault(state, visit)
    call.fault = fault ?? null
    const works = fault === undefined || faults[fault].worked
    reply = works ? await run() : { status: 200 }
    const { viewer } = visit.caller
    if (works && isWrite(visit) && viewer !== undefined) dispatchEvents(state, viewer.id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    reply = refusalReply(error)
  }
  const answer = withCommonHeaders(state, visit, reply)
  if (fault === undefined) {
    call.status = answer.status
    send(res, answer)
  } else {
    call.status = playFault[fault]({ req, res, answer, now: state.clock.now() })
  }
}

const requestIdOf = (number: number): string => `C0DE:${number.toString(16).toUpperCase().padStart(6, "0")}:SANDBOX`

export const makeApi =
  (state: SandboxState, router: Router): Handler =>
  (req, res, path) => {
    const call = state.journal.open({
      atMillis: Date.now(),
      method: req.method ?? "GET",
      path,
      query: queryOf(req).slice(1),
      operation: null,
      token: anonymous,
      headerNames: Object.keys(req.headers),
      conditional: req.headers["if-none-match"] !== undefined || req.headers["if-modified-since"] !== undefined,
      fault: null,
      status: null
    })
    res.once("close", () => state.journal.close())
    const visit: Visit = {
      req,
      call,
      path,
      requestId: requestIdOf(call.number),
      caller: { token: undefined, viewer: undefined },
      media: undefined,
      resource: "core",
      headers: {}
    }
    respond(state, router, visit, res).catch((error: unknown) => {
      const body = { message: "The sandbox itself failed.", why: String(error) }
      if (res.headersSent) req.socket.destroy()
      else send(res, withCommonHeaders(state, visit, { status: 500, body }))
    })
  }
