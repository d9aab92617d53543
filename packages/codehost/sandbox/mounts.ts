// The handlers of one sandbox.

import { makeControl } from "./control.ts"
import { makeApi } from "./frame/api.ts"
import { makeRouter } from "./frame/router.ts"
import type { Handler } from "./frame/wire.ts"
import { makePages } from "./pages.ts"
import { routes } from "./routes.ts"
import { makeState, type SandboxOptions } from "./state.ts"

export interface Handlers {
  readonly api: Handler
  readonly control: Handler
  readonly pages: Handler
}

export const makeHandlers = (options: SandboxOptions): Handlers => {
  const state = makeState(options)
  return { api: makeApi(state, makeRouter(routes)), control: makeControl(state), pages: makePages(state) }
}
