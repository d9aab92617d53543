// The ways in which this service fails on demand.

import type { ServerResponse } from "node:http"

import { sendJson } from "./http.ts"

const faults = {
  throttle: (res: ServerResponse) => sendJson(res, 403, { message: "Slow down" }, { "retry-after": "1" }),
  "server-error": (res: ServerResponse) => sendJson(res, 500, { message: "Something went wrong" }),
  "other-shape": (res: ServerResponse) => sendJson(res, 200, { item: { id: 1 } }),
  reset: (res: ServerResponse) => void res.socket?.destroy(),
  hang: () => undefined
}

/** A way to fail; `GET /faults` of the control API lists them. */
export type FaultName = keyof typeof faults

export const faultNames = Object.keys(faults)

export const isFaultName = (name: unknown): name is FaultName => typeof name === "string" && Object.hasOwn(faults, name)

export const playFault = (name: FaultName, res: ServerResponse): void => faults[name](res)
