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
import { makeState, type SandboxOptions } from "./state.ts"

/** A sandbox without a server, to be mounted in one. */
export type Sandbox = SandboxOf<Description>

/** A sandbox that is being served. */
export type RunningSandbox = Running<Description>

/** How the sandbox behaves, and where it listens. */
export interface StartOptions extends SandboxOptions {
  /** On 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
}

/** A sandbox that remembers on its own. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const state = makeState(options)
  return {
    id: "codehost",
    handlers: {
      api: makeApi(state, makeRouter({ ...unsimulatedRoutes, ...cardRoutes, ...routes })),
      control: makeControl(state),
      pages: makePages(state)
    },
    pagePrefixes,
    describe
  }
}

/** Serves a sandbox on 127.0.0.1, on Node; resolves once it listens. */
export const startSandbox = ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> =>
  start(makeSandbox(options), port)

export { describe, type Description } from "./describe.ts"
export type { FaultName } from "./frame/faults.ts"
export type { Call } from "./frame/journal.ts"
export type { SandboxOptions } from "./state.ts"
export type { Examples, Input } from "@inlay/sandbox-kit/sandbox"
export type { Handler } from "@inlay/sandbox-kit/wire"
