// Everything one sandbox remembers, and what `POST /reset` forgets.

import { type Credits, defaultBalance, makeCredits } from "./credits.ts"
import { type Dataset, dataset, defaultSeed } from "./data/dataset.ts"
import { type Directory, makeDirectory } from "./directory.ts"
import { type FaultQueue, makeFaultQueue } from "./faults.ts"
import { type Journal, makeJournal } from "./journal.ts"
import type { NoMatchStyle } from "./no-match.ts"
import { defaultRatePerMinute, makeRateLimit, type RateLimit } from "./rate-limit.ts"

export interface SandboxOptions {
  readonly seed?: number
  /** Credits each key starts with. */
  readonly balance?: number
  /** Requests a minute for each key. */
  readonly ratePerMinute?: number
  /** Added before every answer of the API, in milliseconds. */
  readonly latencyMs?: number
  /** How a miss is answered; otherwise by the hash of its identifiers. */
  readonly noMatchStyle?: NoMatchStyle
}

export interface Settings {
  latencyMs: number
  noMatchStyle: NoMatchStyle | null
}

export interface SandboxState {
  readonly data: Dataset
  readonly directory: Directory
  readonly credits: Credits
  readonly rateLimit: RateLimit
  readonly faults: FaultQueue
  readonly journal: Journal
  readonly settings: Settings
  readonly reset: () => void
}

export const makeState = (options: SandboxOptions): SandboxState => {
  const data = dataset(options.seed ?? defaultSeed)
  const credits = makeCredits(options.balance ?? defaultBalance)
  const rateLimit = makeRateLimit(options.ratePerMinute ?? defaultRatePerMinute)
  const faults = makeFaultQueue()
  const journal = makeJournal()
  const initial = (): Settings => ({
    latencyMs: options.latencyMs ?? 0,
    noMatchStyle: options.noMatchStyle ?? null
  })
  const settings = initial()
  return {
    data,
    directory: makeDirectory(data),
    credits,
    rateLimit,
    faults,
    journal,
    settings,
    reset: () => {
      credits.reset()
      rateLimit.reset()
      faults.clear()
      journal.clear()
      Object.assign(settings, initial())
    }
  }
}
