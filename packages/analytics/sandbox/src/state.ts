// The complete state of a sandbox, which `POST /reset` resets.

import { type FaultQueue, makeFaultQueue } from "@inlay/sandbox-kit/faults"
import { type Gate, makeGate } from "@inlay/sandbox-kit/gate"
import { type Journal, makeJournal } from "@inlay/sandbox-kit/journal"

import type { World } from "./accounts/accounts.ts"
import { makeWorld } from "./accounts/seed.ts"
import { type Clock, makeClock } from "./frame/clock.ts"
import type { QueuedFault } from "./frame/faults.ts"
import type { Call } from "./frame/journal.ts"
import { type Settings, usualSettings } from "./frame/settings.ts"
import { makeQuotas, type Quotas } from "./quotas/quotas.ts"
import { type Grants, makeGrants } from "./sign-in/grants.ts"
import { makeTokenStore, type TokenStore } from "./sign-in/tokens.ts"

/** Initial behaviour of a sandbox. The control API can change it later. */
export interface SandboxOptions {
  /** The base time in Unix milliseconds. Defaults to this machine's clock. */
  readonly now?: () => number
  /** Delay before each API response, in milliseconds. */
  readonly latencyMs?: number
}

/** One attempt to refresh a token. The tokens themselves are not recorded. */
export interface Refresh {
  /** RFC 3339. */
  readonly at: string
  readonly client_id: string
  readonly outcome: "renewed" | "invalid_grant"
}

export interface SandboxState {
  world: World
  readonly clock: Clock
  readonly tokens: TokenStore
  readonly grants: Grants
  readonly refreshes: Array<Refresh>
  readonly quotas: Quotas
  readonly faults: FaultQueue<QueuedFault>
  readonly gate: Gate
  readonly journal: Journal<Call>
  readonly settings: Settings
  readonly reset: () => void
}

export const makeState = (options: SandboxOptions): SandboxState => {
  const clock = makeClock(options.now)
  const initial = (): Settings => ({ ...usualSettings, latencyMs: options.latencyMs ?? 0 })
  const state: SandboxState = {
    world: makeWorld(),
    clock,
    tokens: makeTokenStore(),
    grants: makeGrants(clock.now),
    refreshes: [],
    quotas: makeQuotas(clock.now),
    faults: makeFaultQueue(),
    gate: makeGate(),
    journal: makeJournal<Call>(),
    settings: initial(),
    reset: () => {
      state.world = makeWorld()
      clock.reset()
      state.tokens.reset()
      state.grants.reset()
      state.refreshes.length = 0
      state.quotas.reset()
      state.faults.clear()
      state.gate.release()
      state.journal.clear()
      Object.assign(state.settings, initial())
    }
  }
  return state
}
