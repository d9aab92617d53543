// The control API, through which tests and demos inspect and control the simulated service.

import { type Controls, isWhole, makeControl as control } from "@inlay/sandbox-kit/control"
import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, type Handler, jsonAnswer, originOf, send } from "@inlay/sandbox-kit/wire"

import { faultNames, faults, isFaultName } from "./frame/faults.ts"
import { changeSettings } from "./frame/settings.ts"
import { quotaReads, quotaWrites } from "./quotas/control.ts"
import { signInReads, signInWrites } from "./sign-in/control.ts"
import { accountsPath } from "./sign-in/handler.ts"
import { keyFile } from "./sign-in/service-account.ts"
import type { SandboxState } from "./state.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })
const ok = (body: unknown): Answer => jsonAnswer(200, body)

const maxTimes = 10_000

const addFault = ({ faults: queue }: SandboxState, body: JsonObject): Answer => {
  const { fault, operation = null, times = 1 } = body
  if (!isFaultName(fault)) return bad(`fault must be one of ${faultNames.join(", ")}`)
  if (!isWhole(times, 1, maxTimes)) return bad(`times must be a whole number from 1 to ${maxTimes}`)
  if (operation !== null && typeof operation !== "string") return bad("operation must be text")
  queue.add({ fault, operation, times })
  return ok({ queued: queue.list() })
}

const advanceClock = ({ clock }: SandboxState, { advanceSeconds = 0 }: JsonObject): Answer => {
  if (!isWhole(advanceSeconds, 0, 10 * 366 * 86_400)) return bad("advanceSeconds must be a whole number, 0 or more")
  clock.advance(advanceSeconds)
  return ok({ aheadSeconds: clock.ahead(), now: new Date(clock.now()).toISOString() })
}

const settings = (state: SandboxState, body: JsonObject): Answer => {
  const problem = changeSettings(state.settings, body)
  return problem === undefined ? ok({ settings: state.settings }) : bad(problem)
}

/** The quota tokens used by each operation. Nothing costs money here. */
const charges = ({ journal }: SandboxState): Answer => {
  const tokens: Record<string, number> = {}
  for (const call of journal.calls()) {
    if (call.tokens > 0) tokens[call.operation ?? ""] = (tokens[call.operation ?? ""] ?? 0) + call.tokens
  }
  const items = Object.entries(tokens).map(([operation, amount]) => ({ operation, tokens: amount }))
  return ok({ total: 0, tokens: items.reduce((sum, item) => sum + item.tokens, 0), items })
}

const controls: Controls<SandboxState> = {
  reads: {
    "/calls": ({ journal }) => ok({ calls: journal.calls() }),
    "/charges": charges,
    "/faults": ({ faults: queue }) =>
      ok({ queued: queue.list(), known: faultNames.map((name) => ({ name, ...faults[name] })) }),
    "/settings": (state) => ok({ settings: state.settings }),
    ...quotaReads,
    ...signInReads
  },
  writes: {
    "/faults": addFault,
    "/clock": advanceClock,
    "/settings": settings,
    "/release": ({ gate }) => ok({ released: gate.release() }),
    "/reset": (state) => {
      state.reset()
      return ok({})
    },
    ...quotaWrites,
    ...signInWrites
  },
  refusal: (status, message) => jsonAnswer(status, { message })
}

/** The control API. The key file is handled separately, because it contains the URL of this server's token endpoint. */
export const makeControl = (state: SandboxState): Handler => {
  const rest = control(state, controls)
  return (req, res, path) => {
    if (req.method !== "GET" || path !== "/service-account") return rest(req, res, path)
    send(res, ok(keyFile(`${originOf(req)}${accountsPath}`)))
  }
}
