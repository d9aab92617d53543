// The service's HTTP API. The order of judgement is that of a real gateway: path, token, then faults, then the operation.

import { isFaultName, playFault } from "./faults.ts"
import { type Handler, notFound, sendJson } from "./http.ts"
import { items } from "./items.ts"
import type { SandboxState } from "./state.ts"

/** A name, not a secret. */
export const token = "sandbox-token-not-a-secret"

const getItem: Handler = (req, res, path) => {
  const item = items.find(({ id }) => path === `/items/${encodeURIComponent(id)}`)
  if (item === undefined) notFound(req, res, path)
  else sendJson(res, 200, item)
}

const getUser: Handler = (_req, res) => sendJson(res, 200, { name: "Sandbox user" })

const operationOf = (method: string, path: string): Handler | undefined => {
  if (method === "GET" && path === "/user") return getUser
  if (method === "GET" && /^\/items\/[^/]+$/.test(path)) return getItem
  return undefined
}

export const makeApi =
  (state: SandboxState): Handler =>
  (req, res, path) => {
    const method = req.method ?? "GET"
    const call = { method, path, status: null as number | null }
    state.calls.push(call)
    res.once("finish", () => {
      call.status = res.statusCode
    })
    const operation = operationOf(method, path)
    if (operation === undefined) return notFound(req, res, path)
    if (req.headers.authorization !== `Bearer ${token}`) return sendJson(res, 401, { message: "Bad token" })
    const asked = /^\/items\/fault-(.+)$/.exec(path)?.[1]
    const fault = isFaultName(asked) ? asked : state.faults.shift()
    return fault === undefined ? operation(req, res, path) : playFault(fault, res)
  }
