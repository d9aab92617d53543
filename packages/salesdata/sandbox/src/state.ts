// The state of a sandbox, which `POST /reset` clears.

import { type Gate, makeGate } from "@inlay/sandbox-kit/gate"
import { type Journal, makeJournal } from "@inlay/sandbox-kit/journal"

import { type Credits, defaultBalance, makeCredits } from "./credits.ts"
import { type Dataset, dataset, defaultSeed } from "./dataset/dataset.ts"
import { type Directory, makeDirectory } from "./directory.ts"
import { type FaultQueue, makeFaultQueue } from "./faults.ts"
import { type Idempotency, makeIdempotency } from "./idempotency.ts"
import type { Call } from "./journal.ts"
import type { NoMatchStyle } from "./no-match.ts"
import { makeRandomFaults, type RandomFaults } from "./random-faults.ts"
import { defaultRatePerMinute, makeRateLimit, type RateLimit } from "./rate-limit.ts"

/** How a sandbox behaves at the start. The control API can change it later. */
export interface SandboxOptions {
  readonly seed?: number
  /** The credits that each key starts with. */
  readonly balance?: number
  /** Requests per minute for each key. */
  readonly ratePerMinute?: number
  /** Delay before every response of the API, in milliseconds. */
  readonly latencyMs?: number
  /** How a miss is reported. By default, the hash of its identifiers decides. */
  readonly noMatchStyle?: NoMatchStyle
}

export interface Settings {
  latencyMs: number
  noMatchStyle: NoMatchStyle | null
  /** Whether idempotency keys are honoured. They are recorded in any case. */
  idempotencyKeys: boolean
}

export interface SandboxState {
  readonly data: Dataset
  readonly directory: Directory
  readonly credits: Credits
  readonly rateLimit: RateLimit
  readonly faults: FaultQueue
  readonly randomFaults: RandomFaults
  readonly idempotency: Idempotency
  readonly gate: Gate
  readonly journal: Journal<Call>
  readonly settings: Settings
  readonly reset: () => void
}

export const makeState = (options: SandboxOptions): SandboxState => {
  const data = dataset(options.seed ?? defaultSeed)
  const credits = makeCredits(options.balance ?? defaultBalance)
  const rateLimit = makeRateLimit(options.ratePerMinute ?? defaultRatePerMinute)
  const faults = makeFaultQueue()
  const randomFaults = makeRandomFaults()
  const idempotency = makeIdempotency()
  const gate = makeGate()
  const journal = makeJournal<Call>()
  const initial = (): Settings => ({
    latencyMs: options.latencyMs ?? 0,
    noMatchStyle: options.noMatchStyle ?? null,
    idempotencyKeys: false
  })
  const settings = initial()
  return {
    data,
    directory: makeDirectory(data),
    credits,
    rateLimit,
    faults,
    randomFaults,
    idempotency,
    gate,
    journal,
    settings,
    reset: () => {
      credits.reset()
      rateLimit.reset()
      faults.clear()
      randomFaults.clear()
      idempotency.clear()
      gate.release()
      journal.clear()
      Object.assign(settings, initial())
    }
  }
}
