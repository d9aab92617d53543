// Idempotency keys, for providers that support them: requests with the same key and body are processed and charged
// once, and get the same response. A request that was refused before processing can be repeated with its key.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/

import type { IncomingMessage } from "node:http"

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Outcome } from "./outcome.ts"
import { errorAnswer } from "./wire.ts"

export interface Idempotency {
  /** Runs `work`, or returns the outcome of an earlier run with this key, without charging again. */
  readonly once: (key: string | undefined, body: JsonObject, work: () => Outcome) => Outcome
  readonly clear: () => void
}

export const idempotencyKeyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers["idempotency-key"]
  return typeof key === "string" && key !== "" ? key : undefined
}

const otherBody: Outcome = {
  answer: errorAnswer(422, "idempotency_key_reused", "This idempotency key belongs to another request."),
  charged: 0,
  item: null
}

export const makeIdempotency = (): Idempotency => {
  const outcomes = new Map<string, { readonly body: string; readonly outcome: Outcome }>()
  return {
    once: (key, body, work) => {
      if (key === undefined) return work()
      const text = JSON.stringify(body)
      const earlier = outcomes.get(key)
      if (earlier !== undefined) return earlier.body === text ? { ...earlier.outcome, charged: 0 } : otherBody
      const outcome = work()
      if (outcome.answer.status !== 402) outcomes.set(key, { body: text, outcome })
      return outcome
    },
    clear: () => outcomes.clear()
  }
}
