// A simulated sales data provider, and the professional network that its people are on. It shares no code with the
// client that it tests, so the two cannot share mistakes.

import { type Running, type Sandbox as SandboxOf, start } from "@inlay/sandbox-kit/sandbox"

import { makeApi } from "./api.ts"
import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { makePages, pagePrefixes } from "./pages/handler.ts"
import { makeState, type SandboxOptions } from "./state.ts"

/** A sandbox without a server, to be mounted in one. */
export type Sandbox = SandboxOf<Description>

/** A sandbox that is being served. */
export type RunningSandbox = Running<Description>

/** How the sandbox behaves, and where it listens. */
export interface StartOptions extends SandboxOptions {
  /** The port on 127.0.0.1. The default, 0, selects a free port. */
  readonly port?: number
}

/** Makes a sandbox with its own state. The same seed gives the same people. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const state = makeState(options)
  return {
    id: "salesdata",
    handlers: { api: makeApi(state), control: makeControl(state), pages: makePages(state) },
    pagePrefixes,
    describe: (origin) => describe(state.data, origin)
  }
}

/** Serves a sandbox on 127.0.0.1, on Node. Resolves when it is listening. */
export const startSandbox = ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> =>
  start(makeSandbox(options), port)

export type { Description } from "./describe.ts"
export type { Fault, Operation } from "./faults.ts"
export type { Call } from "./journal.ts"
export type { NoMatchStyle } from "./no-match.ts"
export type { SandboxOptions } from "./state.ts"
export type { Examples, Input } from "@inlay/sandbox-kit/sandbox"
export type { Handler } from "@inlay/sandbox-kit/wire"
