// A simulated Code host service. An independent oracle: it shares no code with the client it is there to test.

import { type Running, type Sandbox as SandboxOf, start } from "@inlay/sandbox-kit/sandbox"

import { cardRoutes } from "./cards/routes.ts"
import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { makeApi } from "./frame/api.ts"
import { unsimulatedRoutes } from "./frame/beyond.ts"
import { makeRouter } from "./frame/router.ts"
import { makePages, pagePrefixes } from "./pages.ts"
import { routes } from "./routes.ts"
import { makeState, type SandboxOptions, type SandboxState } from "./state.ts"

/** A sandbox without a server, to be mounted in one. */
export type Sandbox = SandboxOf<Description>

/** A sandbox that is being served. */
export type RunningSandbox = Running<Description>

/** How the sandbox behaves, and where it listens. */
export interface StartOptions extends SandboxOptions {
  /** On 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
}

const simulatedRoutes = { ...cardRoutes, ...routes }
const router = makeRouter({ ...unsimulatedRoutes(simulatedRoutes), ...simulatedRoutes })

const sandboxOf = (state: SandboxState): Sandbox => ({
  id: "codehost",
  handlers: {
    api: makeApi(state, router),
    control: makeControl(state),
    pages: makePages(state)
  },
  pagePrefixes,
  describe
})

/** A sandbox that remembers on its own. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => sandboxOf(makeState(options))

/** Serves a sandbox on 127.0.0.1, on Node; resolves once it listens. */
export const startSandbox = async ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> => {
  const state = makeState(options)
  const running = await start(sandboxOf(state), port)
  // Nothing goes on to a receiver afterwards.
  const close = (): Promise<void> => {
    state.reset()
    return running.close()
  }
  return { ...running, close }
}

export { describe, type Description } from "./describe.ts"
export type { FaultName } from "./frame/faults.ts"
export type { Call } from "./frame/journal.ts"
export type { SandboxOptions } from "./state.ts"
export type { Examples, Input } from "@inlay/sandbox-kit/sandbox"
export type { Handler } from "@inlay/sandbox-kit/wire"
