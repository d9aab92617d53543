// Sends webhook deliveries. As with the service, each is sent immediately, none waits for another, and none is retried
// automatically.

import { randomUUID } from "node:crypto"

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Clock } from "../frame/clock.ts"
import type { Settings } from "../frame/settings.ts"
import type { World } from "../world.ts"
import { type DeliveryFault, type DeliveryFaults, makeDeliveryFaults } from "./faults.ts"
import type { Attempt, Hook } from "./hooks.ts"
import { type SendResult, sendTo } from "./sending.ts"
import { bodyOf, headersOf } from "./signing.ts"

/** An event to be sent to one hook. */
export interface Delivery {
  readonly event: string
  readonly action: string | null
  readonly guid: string
  readonly repositoryId: number | null
  readonly payload: JsonObject
  readonly isRedelivery: boolean
}

export interface DeliveryService {
  readonly deliver: (world: World, hook: Hook, delivery: Delivery) => void
  readonly faults: DeliveryFaults
  /** The number of deliveries that are in progress or delayed. */
  readonly pending: () => number
  /** Aborts all deliveries in progress. */
  readonly reset: () => void
}

/**
 * GUIDs are random, unlike the ids of records. If they repeated after a reset, a receiver that remembers them would
 * treat new events as duplicates.
 */
export const newGuid = (): string => randomUUID()

const threeDaysMillis = 3 * 86_400_000

/** Removes entries older than three days from the log. */
export const forgetOld = ({ hooks: { attempts } }: World, now: number): void => {
  const first = attempts.findIndex(({ startedMillis }) => startedMillis > now - threeDaysMillis)
  attempts.splice(0, first === -1 ? attempts.length : first)
}

const otherSecret = "another secret than the hook's"

const withoutSignatures = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("X-Hub-Signature")))

const withAlteredByte = (body: Buffer): Buffer => {
  const copy = Buffer.from(body)
  const last = copy.length - 1
  copy[last] = (copy[last] ?? 0) ^ 1
  return copy
}

export const makeDeliveryService = (clock: Clock, settings: Settings): DeliveryService => {
  const faults = makeDeliveryFaults()
  const heldByHook = new Map<number, Array<() => void>>()
  let ending = new AbortController()
  let pending = 0

  const record = (world: World, hook: Hook, delivery: Delivery, headers: Record<string, string>): Attempt => ({
    id: 3_804_004_623_000_000_001n + BigInt(world.ids.next("delivery")),
    hookId: hook.id,
    ...delivery,
    url: hook.url,
    requestHeaders: headers,
    startedMillis: clock.now(),
    durationMillis: 0,
    statusCode: 0,
    status: null,
    responseHeaders: null,
    responseBody: null
  })

  const close = (hook: Hook, attempt: Attempt, { body, headers, status, statusCode }: SendResult): void => {
    Object.assign(attempt, {
      durationMillis: Math.max(0, clock.now() - attempt.startedMillis),
      statusCode,
      status,
      responseHeaders: headers,
      responseBody: body
    })
    const isOk = statusCode >= 200 && statusCode < 300
    hook.lastResponse = { code: statusCode, status: isOk ? "active" : "error", message: status }
  }

  const send = (world: World, hook: Hook, delivery: Delivery, fault: DeliveryFault | undefined): void => {
    const body = bodyOf(hook, delivery.payload)
    const signer = fault === "wrong_signature" ? { ...hook, secret: otherSecret } : hook
    const signed = headersOf(signer, delivery, body)
    const headers = fault === "no_signature" ? withoutSignatures(signed) : signed
    const attempt = record(world, hook, delivery, headers)
    forgetOld(world, attempt.startedMillis)
    world.hooks.attempts.push(attempt)
    if (fault === "lost") {
      return close(hook, attempt, { statusCode: 0, status: "failed to connect to host", headers: null, body: null })
    }
    pending += 1
    const { signal } = ending
    const closeWith = (result: SendResult): void => {
      if (signal.aborted) return
      pending -= 1
      const isLost = fault === "answer_lost"
      close(hook, attempt, isLost ? { statusCode: 0, status: "timed out", headers: null, body: null } : result)
    }
    void sendTo({
      url: hook.url,
      headers,
      body: fault === "altered" ? withAlteredByte(body) : body,
      insecureSsl: hook.insecureSsl,
      timeoutMs: settings.hookTimeoutMs,
      signal,
      ...(fault === "truncated" ? { onlyBytes: body.length >> 1 } : {})
    }).then(closeWith)
  }

  /** Runs a function after a delay, unless the delivery service is reset first. */
  const later = (delayMs: number, run: () => void): void => {
    pending += 1
    const { signal } = ending
    setTimeout(() => {
      if (signal.aborted) return
      pending -= 1
      run()
    }, delayMs).unref()
  }

  const hold = (hookId: number, delayMs: number, run: () => void): void => {
    let isDone = false
    const once = (): void => {
      if (!isDone) run()
      isDone = true
    }
    heldByHook.set(hookId, [...(heldByHook.get(hookId) ?? []), once])
    later(delayMs, once)
  }

  const deliver: DeliveryService["deliver"] = (world, hook, delivery) => {
    const { delayMs = 0, fault } = faults.take(hook.id, delivery.event) ?? {}
    if (fault === "unlogged") return
    if (fault === "delayed") return later(delayMs, () => send(world, hook, delivery, fault))
    if (fault === "reordered") return hold(hook.id, delayMs, () => send(world, hook, delivery, fault))
    send(world, hook, delivery, fault)
    if (fault === "duplicated") send(world, hook, delivery, fault)
    const waiting = heldByHook.get(hook.id) ?? []
    heldByHook.delete(hook.id)
    for (const run of waiting) later(20, run)
  }

  return {
    deliver,
    faults,
    pending: () => pending,
    reset: () => {
      ending.abort()
      ending = new AbortController()
      pending = 0
      heldByHook.clear()
      faults.clear()
    }
  }
}
