// A simulated Code host service. An independent oracle: it shares no code with the client it is there to test.

import { type Description, describe } from "./describe.ts"
import { type Handlers, makeHandlers } from "./mounts.ts"
import { pagePrefixes } from "./pages.ts"
import type { SandboxOptions } from "./state.ts"

/** A sandbox without a server, to be mounted in one. */
export interface Sandbox {
  readonly id: "codehost"
  readonly handlers: Handlers
  /** Beginnings of the paths that `handlers.pages` answers for. */
  readonly pagePrefixes: ReadonlyArray<string>
  /** `origin` is where it is served, such as `http://127.0.0.1:4680`. */
  readonly describe: (origin: string) => Description
}

/** A sandbox that remembers on its own. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => ({
  id: "codehost",
  handlers: makeHandlers(options),
  pagePrefixes,
  describe
})

export { startSandbox, type RunningSandbox, type StartOptions } from "./start.ts"
export type { Description, Examples, Input } from "./describe.ts"
export type { FaultName } from "./frame/faults.ts"
export type { Call } from "./frame/journal.ts"
export type { Handler } from "./frame/wire.ts"
export type { SandboxOptions } from "./state.ts"
