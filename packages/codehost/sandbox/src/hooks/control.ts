// The control API for hooks: lists everything that was sent, and queues delivery faults.

import { isWhole } from "@inlay/sandbox-kit/control"
import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import type { SandboxState } from "../state.ts"
import { deliveryFaults, isDeliveryFault } from "./faults.ts"
import { fullAttemptRecord, hookRecord } from "./records.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })

/** One minute, which is longer than any test waits. */
const mostDelayMs = 60_000
const mostTimes = 10_000

const addFault = ({ deliveryService }: SandboxState, body: JsonObject): Answer => {
  const { delayMs = 0, event = null, fault, hookId = null, times = 1 } = body
  if (!isDeliveryFault(fault)) return bad(`fault must be one of ${Object.keys(deliveryFaults).join(", ")}`)
  if (!isWhole(times, 1, mostTimes)) return bad(`times must be a whole number from 1 to ${mostTimes}`)
  if (!isWhole(delayMs, 0, mostDelayMs)) return bad(`delayMs must be a whole number up to ${mostDelayMs}`)
  if (hookId !== null && typeof hookId !== "number") return bad("hookId must be a number")
  if (event !== null && typeof event !== "string") return bad("event must be text")
  deliveryService.faults.add({ fault, times, hookId, event, delayMs })
  return jsonAnswer(200, { queued: deliveryService.faults.list() })
}

export const hookReads: Readonly<Record<string, (state: SandboxState) => Answer>> = {
  "/deliveries": ({ deliveryService, world }) =>
    jsonAnswer(200, {
      pending: deliveryService.pending(),
      deliveries: world.hooks.attempts.map((attempt) => ({ hook_id: attempt.hookId, ...fullAttemptRecord(attempt) }))
    }),
  "/deliveries/faults": ({ deliveryService }) =>
    jsonAnswer(200, { queued: deliveryService.faults.list(), known: deliveryFaults }),
  "/hooks": ({ world }) =>
    jsonAnswer(200, { hooks: [...world.hooks.hooks.values()].map((hook) => hookRecord(world, hook.urls, hook)) })
}

export const hookWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/deliveries/faults": addFault
}
