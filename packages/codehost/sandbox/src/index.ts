// A simulated code host. It is independent of the client that it tests and shares no code with it.

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

/** A sandbox with a running server. */
export type RunningSandbox = Running<Description>

/** Options for the behaviour of the sandbox and for its port. */
export interface StartOptions extends SandboxOptions {
  /** Port on 127.0.0.1. The default, 0, takes a free port. */
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

/** Creates a sandbox with its own state. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => sandboxOf(makeState(options))

/** Starts a sandbox on 127.0.0.1 with Node's HTTP server. Resolves when it is listening. */
export const startSandbox = async ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> => {
  const state = makeState(options)
  const running = await start(sandboxOf(state), port)
  // Resetting aborts deliveries in progress, so nothing is sent to receivers after the close.
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
