// The faults that can be requested, and the queue of those requested in advance.

import { connectionFaults, type Fault } from "@inlay/sandbox-kit/connection-faults"
import { type FaultQueue as Faults, makeFaultQueue as makeQueue, type Queued } from "@inlay/sandbox-kit/faults"
import { randomOf } from "@inlay/sandbox-kit/random"

const table = {
  throttle: { worked: false, what: "403, secondary limit, `retry-after: 1`" },
  "throttle-429": { worked: false, what: "429, secondary limit, `retry-after: 1`" },
  "throttle-bare": { worked: false, what: "403, secondary limit, no word of when to come back" },
  "primary-limit": { worked: false, what: "403, nothing remaining, reset in 2 seconds" },
  "primary-limit-429": { worked: false, what: "429, nothing remaining, reset in 2 seconds" },
  "bad-credentials": { worked: false, what: "401" },
  forbidden: { worked: false, what: "403, resource not accessible by the token" },
  "sso-required": { worked: false, what: "403, the organization demands single sign-on" },
  "not-found": { worked: false, what: "404" },
  gone: { worked: false, what: "410" },
  "conflict-merging": { worked: false, what: "409" },
  blocked: { worked: false, what: "451, unavailable for legal reasons" },
  "server-error": { worked: false, what: "500 with a JSON body" },
  "server-error-after": { worked: true, what: "500 with a JSON body, when the work was done" },
  "bad-gateway": { worked: false, what: "502 with an HTML page" },
  "bad-gateway-after": { worked: true, what: "502 with an HTML page, when the work was done" },
  unavailable: { worked: false, what: "503 with an HTML page" },
  "gateway-timeout": { worked: false, what: "504 with a JSON body" },
  "html-200": { worked: false, what: "200 with an HTML page" },
  ...connectionFaults
} as const satisfies Readonly<Record<string, Fault>>

/** A way to fail. `GET /faults` of the control API lists all of them. */
export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, Fault>> = table

export const isFaultName = (name: unknown): name is FaultName => typeof name === "string" && Object.hasOwn(table, name)

export const faultNames: ReadonlyArray<FaultName> = Object.keys(table).filter(isFaultName)

export interface QueuedFault extends Queued<FaultName> {
  /** Null matches any method. */
  readonly method: string | null
  /** Prefix of the path. Null matches any path. */
  readonly path: string | null
}

export interface FaultQueue extends Omit<Faults<QueuedFault>, "take"> {
  /** Takes the oldest fault that matches this call and reduces its remaining count by one. */
  readonly take: (method: string, path: string) => FaultName | undefined
  /** From now on, each call fails with the given probability (0 to 1). The same seed gives the same faults. */
  readonly setShare: (share: number, seed: number) => void
}

export const makeFaultQueue = (): FaultQueue => {
  const queue = makeQueue<QueuedFault>()
  let share = 0
  let random = randomOf(0)
  const byChance = (): FaultName | undefined =>
    share === 0 || random() >= share ? undefined : faultNames[Math.floor(random() * faultNames.length)]
  return {
    ...queue,
    take: (method, path) =>
      queue.take(
        (entry) =>
          (entry.method === null || entry.method === method) && (entry.path === null || path.startsWith(entry.path))
      ) ?? byChance(),
    setShare: (chance, seed) => {
      share = chance
      random = randomOf(seed)
    },
    clear: () => {
      queue.clear()
      share = 0
    }
  }
}
