// A simulated Starter title service. An independent oracle: it shares no code with the client it is there to test.

import { makeApi } from "./api.ts"
import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { type Handler, notFound } from "./http.ts"
import { makeState } from "./state.ts"

/** A sandbox without a server, to be mounted in one. */
export interface Sandbox {
  readonly id: "starter"
  readonly handlers: { readonly api: Handler; readonly control: Handler; readonly pages: Handler }
  /** First segments of the paths that `handlers.pages` answers for: no demo pages yet. */
  readonly pagePrefixes: ReadonlyArray<string>
  /** `origin` is where it is served, such as `http://127.0.0.1:4680`. */
  readonly describe: (origin: string) => Description
}

/** A sandbox that remembers on its own. */
export const makeSandbox = (): Sandbox => {
  const state = makeState()
  return {
    id: "starter",
    handlers: { api: makeApi(state), control: makeControl(state), pages: notFound },
    pagePrefixes: [],
    describe
  }
}

export { startSandbox, type RunningSandbox } from "./start.ts"
export type { Description, Examples, Input } from "./describe.ts"
export type { FaultName } from "./faults.ts"
export type { Handler } from "./http.ts"
export type { Call } from "./state.ts"
