// A simulated sales data provider and the professional network its people are on. An independent
// oracle: it shares no code with the client it is there to test.

import type { IncomingMessage, ServerResponse } from "node:http"

import { makeApi } from "./api.ts"
import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { makePages, pagePrefixes } from "./pages/handler.ts"
import { makeState, type SandboxOptions } from "./state.ts"

/** `path` is the pathname below where the handler is mounted, still percent-encoded, without a query. */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** A sandbox without a server, to be mounted in one. */
export interface Sandbox {
  readonly id: "salesdata"
  readonly handlers: { readonly api: Handler; readonly control: Handler; readonly pages: Handler }
  /** First segments of the paths that `handlers.pages` answers for, such as `/in`. */
  readonly pagePrefixes: ReadonlyArray<string>
  /** `origin` is where it is served, such as `http://127.0.0.1:4680`. */
  readonly describe: (origin: string) => Description
}

/** A sandbox that remembers on its own; the same seed knows the same people. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const state = makeState(options)
  return {
    id: "salesdata",
    handlers: { api: makeApi(state), control: makeControl(state), pages: makePages(state) },
    pagePrefixes,
    describe: (origin) => describe(state.data, origin)
  }
}

export { startSandbox, type RunningSandbox, type StartOptions } from "./start.ts"
export type { Description, Examples, Input } from "./describe.ts"
export type { Fault, Operation } from "./faults.ts"
export type { Call } from "./journal.ts"
export type { NoMatchStyle } from "./no-match.ts"
export type { SandboxOptions } from "./state.ts"
