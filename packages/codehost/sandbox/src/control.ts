// The control API, through which tests and demos inspect and control the simulated service.

import { isWhole, makeControl as control } from "@inlay/sandbox-kit/control"
import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, type Handler, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { monaId } from "./accounts/seed.ts"
import { controlWrites } from "./control/writes.ts"
import { faultNames, faults, isFaultName } from "./frame/faults.ts"
import { isResource, resources } from "./frame/rate-limits.ts"
import { changeSettings } from "./frame/settings.ts"
import type { Level, NewToken, Token, TokenKind } from "./frame/tokens.ts"
import { hookReads, hookWrites } from "./hooks/control.ts"
import { dispatchEvents } from "./hooks/dispatching.ts"
import { policyReads, policyWrites } from "./policies/control.ts"
import { signInReads, signInWrites } from "./sign-in/control.ts"
import type { SandboxState } from "./state.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })
const doneWith = (body: unknown): Answer => jsonAnswer(200, body)

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string"

const maxTimes = 10_000

const addFault = ({ faults: queue }: SandboxState, body: JsonObject): Answer => {
  const { fault, method = null, path = null, times = 1 } = body
  if (!isFaultName(fault)) return bad(`fault must be one of ${faultNames.join(", ")}`)
  if (!isWhole(times, 1, maxTimes)) return bad(`times must be a whole number from 1 to ${maxTimes}`)
  if (!isTextOrNull(method) || !isTextOrNull(path)) return bad("method and path must be text")
  queue.add({ fault, method, path, times })
  return doneWith({ queued: queue.list() })
}

const advanceClock = (state: SandboxState, { advanceSeconds = 0 }: JsonObject): Answer => {
  const { clock } = state
  if (!isWhole(advanceSeconds, 0, 10 * 366 * 86_400)) return bad("advanceSeconds must be a whole number, 0 or more")
  clock.advance(advanceSeconds)
  // Workflow runs may have reached another phase.
  dispatchEvents(state, monaId)
  return doneWith({ aheadSeconds: clock.ahead(), now: new Date(clock.now()).toISOString() })
}

const kinds: ReadonlyArray<TokenKind> = ["classic", "fine-grained", "oauth", "app"]
const isLevel = (value: unknown): value is Level => value === "read" || value === "write" || value === "admin"

/** A token without its secret value. */
const toldOf = ({ expiresAtMillis, kind, label, login, permissions, repositories, scopes }: Token) => ({
  label,
  kind,
  login,
  scopes,
  permissions,
  repositories,
  expiresAtMillis
})

const addToken = ({ clock, tokens }: SandboxState, body: JsonObject): Answer => {
  const { expiresInSeconds, label, login = "mona", permissions = {}, repositories = "all", scopes = [] } = body
  const kind = kinds.find((one) => one === (body["kind"] ?? "classic"))
  const value = body["token"] ?? `sandbox-made-token-${tokens.all().length + 1}`
  if (kind === undefined) return bad(`kind must be one of ${kinds.join(", ")}`)
  if (typeof login !== "string" || typeof value !== "string") return bad("login and token must be text")
  if (!isTexts(scopes)) return bad("scopes must be a list of texts")
  if (repositories !== "all" && !isTexts(repositories)) return bad('repositories must be "all" or a list of full names')
  if (!isObject(permissions) || !Object.values(permissions).every(isLevel)) {
    return bad("permissions must give read, write or admin by name")
  }
  if (expiresInSeconds !== undefined && typeof expiresInSeconds !== "number")
    return bad("expiresInSeconds must be a number")
  const token: NewToken = {
    value,
    login,
    kind,
    scopes,
    permissions: permissions as Readonly<Record<string, Level>>,
    repositories: repositories === "all" ? "all" : repositories.map((name) => name.toLowerCase()),
    expiresAtMillis: expiresInSeconds === undefined ? null : clock.now() + expiresInSeconds * 1000,
    ...(typeof label === "string" ? { label } : {})
  }
  const secret = tokens.add(token)
  return doneWith({ token: secret.value, ...toldOf(secret) })
}

const revokeToken = ({ tokens }: SandboxState, { token }: JsonObject): Answer =>
  doneWith({ revoked: typeof token === "string" && tokens.revoke(token) })

const quota = ({ rateLimits }: SandboxState): Answer =>
  doneWith({
    tokens: rateLimits.labels().map((label) => ({
      token: label,
      resources: Object.fromEntries(resources.map((resource) => [resource, rateLimits.standing(label, resource)]))
    }))
  })

const setQuota = (state: SandboxState, body: JsonObject): Answer => {
  const { limit, remaining, resetInSeconds, resource = "core", token = "mona" } = body
  if (!isResource(resource)) return bad(`resource must be one of ${resources.join(", ")}`)
  if (typeof token !== "string") return bad("token must be a token's label")
  const change: { limit?: number; remaining?: number; resetInSeconds?: number } = {}
  for (const [name, value] of Object.entries({ limit, remaining, resetInSeconds })) {
    if (value === undefined) continue
    if (!isWhole(value, 0, 1_000_000_000)) return bad(`${name} must be a whole number, 0 or more`)
    Object.assign(change, { [name]: value })
  }
  state.rateLimits.set(token, resource, change)
  return quota(state)
}

const isLimit = (value: unknown): value is number | null => value === null || isWhole(value, 0, 1_000_000)

const settle = (state: SandboxState, body: JsonObject): Answer => {
  const { faultSeed = 0, faultShare, secondary, ...changes } = body
  if (faultShare !== undefined && !(typeof faultShare === "number" && faultShare >= 0 && faultShare <= 1)) {
    return bad("faultShare must be a number from 0 to 1")
  }
  if (!isWhole(faultSeed, 0, 0xffff_ffff)) return bad("faultSeed must be a whole number")
  const names = Object.keys(state.secondaryLimits.settings)
  const isValid =
    isObject(secondary) && Object.entries(secondary).every(([name, value]) => names.includes(name) && isLimit(value))
  if (secondary !== undefined && !isValid) return bad(`secondary may hold ${names.join(", ")}: whole numbers or null`)
  const problem = changeSettings(state.settings, changes)
  if (problem !== undefined) return bad(problem)
  Object.assign(state.secondaryLimits.settings, secondary)
  if (faultShare !== undefined) state.faults.setShare(faultShare, faultSeed)
  return doneWith({ settings: { ...state.settings, secondary: state.secondaryLimits.settings } })
}

const reads: Readonly<Record<string, (state: SandboxState) => Answer>> = {
  "/calls": ({ journal }) => doneWith({ calls: journal.calls() }),
  "/charges": () => doneWith({ total: 0, items: [] }),
  "/faults": ({ faults: queue }) =>
    doneWith({ queued: queue.list(), known: faultNames.map((fault) => ({ fault, ...faults[fault] })) }),
  "/quota": quota,
  ...hookReads,
  ...policyReads,
  ...signInReads,
  "/tokens": ({ tokens }) => doneWith({ tokens: tokens.all().map(toldOf) })
}

const writes: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/clock": advanceClock,
  "/faults": addFault,
  "/quota": setQuota,
  "/reset": (state) => {
    state.reset()
    return doneWith({ reset: true })
  },
  "/settings": settle,
  ...hookWrites,
  ...controlWrites,
  ...policyWrites,
  ...signInWrites,
  "/tokens": addToken,
  "/tokens/revoke": revokeToken
}

const refusal = (status: number, message: string): Answer => jsonAnswer(status, { message })

export const makeControl = (state: SandboxState): Handler => control(state, { reads, writes, refusal })
