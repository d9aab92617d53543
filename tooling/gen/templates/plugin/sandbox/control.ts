// The control API: what tests and demos ask the simulated service, and tell it to do.

import type { IncomingMessage, ServerResponse } from "node:http"

import { faultNames, isFaultName } from "./faults.ts"
import { type Handler, readObject, sendJson } from "./http.ts"
import type { SandboxState } from "./state.ts"

const maxTimes = 10_000

const addFault = async (state: SandboxState, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const { fault, times = 1 } = (await readObject(req)) ?? {}
  if (!isFaultName(fault)) return sendJson(res, 400, { message: `fault must be one of ${faultNames.join(", ")}` })
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1 || times > maxTimes) {
    return sendJson(res, 400, { message: `times must be a whole number from 1 to ${maxTimes}` })
  }
  for (let i = 0; i < times; i++) state.faults.push(fault)
  return sendJson(res, 200, { queued: state.faults })
}

const answer = async (state: SandboxState, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
  switch (`${req.method} ${path}`) {
    case "GET /calls":
      return sendJson(res, 200, { calls: state.calls })
    case "GET /charges":
      return sendJson(res, 200, { total: 0, items: [] })
    case "GET /faults":
      return sendJson(res, 200, { queued: state.faults, known: faultNames })
    case "POST /faults":
      return addFault(state, req, res)
    case "POST /reset":
      state.reset()
      return sendJson(res, 200, { reset: true })
    default:
      return sendJson(res, 404, {
        message: "There is no such control; known: GET /calls, GET /charges, GET /faults, POST /faults, POST /reset."
      })
  }
}

export const makeControl =
  (state: SandboxState): Handler =>
  (req, res, path) =>
    void answer(state, req, res, path).catch(() => res.destroy())
