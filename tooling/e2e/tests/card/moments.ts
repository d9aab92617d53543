/**
 * The moments of a lookup at which the worker or the browser may die, how to provoke each, and the permitted states
 * afterwards.
 */
import { setTimeout as sleep } from "node:timers/promises"

import { expect } from "vitest"

import type { Lookup, WorkerClient } from "../../src/product/worker.ts"
import type { Call, Control } from "../../src/world/control.ts"

export interface Victim {
  readonly lookup: Lookup
  readonly worker: WorkerClient
  readonly control: Control
  /** The calls of this lookup that the provider has seen. */
  readonly calls: () => Promise<ReadonlyArray<Call>>
  /** A number from 0 up to, but not including, 1. */
  readonly chance: () => number
  /** Ends the worker or the browser. */
  readonly end: () => Promise<void>
}

/** The popup's state, the state of the ledger row, and how many calls the provider has seen. */
export type Afterwards = readonly [said: string, row: string | undefined, calls: number]

export interface Moment {
  readonly name: string
  /** Starts the lookup and ends everything at this moment of it. */
  readonly die: (victim: Victim) => Promise<void>
  readonly afterwards: ReadonlyArray<Afterwards>
}

const NOT_SENT: Afterwards = ["ready", undefined, 0]
const CUT_OFF: Afterwards = ["unknownCharge", "unknown", 0]
const LOST: Afterwards = ["unknownCharge", "unknown", 1]
/** The answer is cached, and free from now on; its charge counts as unknown. */
const KEPT: Afterwards = ["cached", "unknown", 1]
const SETTLED: Afterwards = ["cached", "settled", 1]

/** Long enough to block a store while a response is on its way. */
const LATENCY_MILLIS = 300

const requestArrival = ({ calls }: Victim) => expect.poll(calls, { interval: 5 }).toHaveLength(1)
const requestServed = ({ calls }: Victim) =>
  expect.poll(async () => (await calls())[0]?.status, { interval: 5 }).toBe(200)

/** While a page of the extension blocks a store, the worker waits at exactly this point. */
const holding = async ({ worker }: Victim, store: "ledger" | "answers", act: () => Promise<void>): Promise<void> => {
  const release = await worker.hold(store)
  await act()
  // If the page ended with its browser, the store is no longer blocked.
  await release().catch(() => undefined)
}

export const moments: ReadonlyArray<Moment> = [
  {
    name: "before its row is written",
    die: (victim) =>
      holding(victim, "ledger", async () => {
        void victim.lookup.enrich("charge")
        await sleep(50 + 100 * victim.chance())
        await victim.end()
      }),
    // If the ended worker had not received the click, it starts the next worker, which buys.
    afterwards: [NOT_SENT, SETTLED]
  },
  {
    name: "while the provider works",
    die: async (victim) => {
      await victim.control.queueFault(victim.chance() < 0.5 ? "hang-after" : "hang")
      void victim.lookup.enrich("charge")
      await requestArrival(victim)
      await sleep(200 * victim.chance())
      await victim.end()
    },
    afterwards: [LOST]
  },
  {
    name: "when the answer is there and not kept",
    die: async (victim) => {
      await victim.control.set({ latencyMs: LATENCY_MILLIS })
      void victim.lookup.enrich("charge")
      await requestArrival(victim)
      await holding(victim, "answers", async () => {
        await requestServed(victim)
        await sleep(100)
        await victim.end()
      })
    },
    afterwards: [LOST]
  },
  {
    name: "when the answer is kept and its row not settled",
    die: async (victim) => {
      const { keptAnswers } = victim.worker
      await victim.control.set({ latencyMs: LATENCY_MILLIS })
      const before = await keptAnswers()
      void victim.lookup.enrich("charge")
      await requestArrival(victim)
      await holding(victim, "ledger", async () => {
        await expect.poll(keptAnswers, { interval: 5 }).toBeGreaterThan(before)
        await victim.end()
      })
    },
    afterwards: [KEPT]
  },
  {
    name: "at any time",
    die: async (victim) => {
      const latencyMs = Math.floor(150 * victim.chance())
      await victim.control.set({ latencyMs })
      void victim.lookup.enrich("charge")
      await sleep((latencyMs + 150) * victim.chance())
      await victim.end()
    },
    afterwards: [NOT_SENT, CUT_OFF, LOST, KEPT, SETTLED]
  }
]
