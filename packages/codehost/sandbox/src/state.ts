// The complete state of a sandbox, which `POST /reset` resets.

import { makeStorage, type Storage } from "./downloads/storage.ts"
import { type Clock, makeClock } from "./frame/clock.ts"
import { type FaultQueue, makeFaultQueue } from "./frame/faults.ts"
import { type Journal, makeJournal } from "./frame/journal.ts"
import { makeRateLimits, type RateLimits } from "./frame/rate-limits.ts"
import { makeSecondaryLimits, type SecondaryLimits } from "./frame/secondary-limits.ts"
import { type Settings, usualSettings } from "./frame/settings.ts"
import { makeTokenStore, type TokenStore } from "./frame/tokens.ts"
import { type DeliveryService, makeDeliveryService } from "./hooks/delivery-service.ts"
import { makePolicies, type Policies } from "./policies/policies.ts"
import { makeWorld } from "./seed-world.ts"
import { makeSignIn, type SignInState } from "./sign-in/state.ts"
import type { SeedOptions, World } from "./world.ts"

/** Initial behaviour of a sandbox. */
export interface SandboxOptions extends SeedOptions {
  /** Delay before each API response, in milliseconds. */
  readonly latencyMs?: number
}

export interface SandboxState {
  /** Created on first access, because tests often reset a world that was never used. */
  readonly world: World
  readonly clock: Clock
  readonly tokens: TokenStore
  readonly rateLimits: RateLimits
  readonly secondaryLimits: SecondaryLimits
  readonly faults: FaultQueue
  readonly journal: Journal
  readonly signIn: SignInState
  readonly storage: Storage
  readonly policies: Policies
  readonly deliveryService: DeliveryService
  /** Timer that runs when a workflow run reaches its next phase. */
  wake: NodeJS.Timeout | undefined
  readonly settings: Settings
  readonly reset: () => void
}

export const makeState = (options: SandboxOptions = {}): SandboxState => {
  const clock = makeClock()
  const tokens = makeTokenStore()
  const rateLimits = makeRateLimits(clock.now)
  const secondaryLimits = makeSecondaryLimits(clock.now)
  const faults = makeFaultQueue()
  const journal = makeJournal()
  const signIn = makeSignIn({ now: clock.now, add: tokens.add, revoke: tokens.revoke })
  const storage = makeStorage(clock.now)
  const policies = makePolicies()
  const initial: Settings = { ...usualSettings, latencyMs: options.latencyMs ?? 0 }
  const settings: Settings = { ...initial }
  const deliveryService = makeDeliveryService(clock, settings)
  let world: World | undefined
  const state: SandboxState = {
    get world() {
      return (world ??= makeWorld(options))
    },
    clock,
    tokens,
    rateLimits,
    secondaryLimits,
    faults,
    journal,
    signIn,
    storage,
    policies,
    deliveryService,
    wake: undefined,
    settings,
    reset: () => {
      clock.reset()
      tokens.reset()
      rateLimits.reset()
      secondaryLimits.reset()
      faults.clear()
      journal.clear()
      signIn.reset()
      storage.reset()
      deliveryService.reset()
      clearTimeout(state.wake)
      policies.accounts.clear()
      policies.repositories.clear()
      Object.assign(settings, initial)
      world = undefined
    }
  }
  return state
}
