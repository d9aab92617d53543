// A simulated analytics service. An independent oracle: it shares no code with the client it is there to test.

import { type Running, type Sandbox as SandboxOf, start } from "@inlay/sandbox-kit/sandbox"
import { type Handler, jsonAnswer, send } from "@inlay/sandbox-kit/wire"

import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { makeApi } from "./frame/api.ts"
import { bodyOf, notFound } from "./frame/errors.ts"
import { operations, operationsOf } from "./operations.ts"
import { accountsPath, makeSignIn } from "./sign-in/handler.ts"
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

/** Below `/analytics`: the Data API at `/data`, the Admin API at `/admin`. */
const makeServices = (state: SandboxState): Handler => {
  const apis = [
    { prefix: "/data", api: makeApi(state, operationsOf("data")) },
    { prefix: "/admin", api: makeApi(state, operationsOf("admin")) }
  ]
  return (req, res, path) => {
    const match = apis.find(({ prefix }) => path.startsWith(`${prefix}/`))
    if (match === undefined) send(res, jsonAnswer(404, bodyOf(notFound())))
    else match.api(req, res, path.slice(match.prefix.length))
  }
}

/** A sandbox that remembers on its own. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const state = makeState(options)
  // The official clients know no base path: both services answer at the root as well.
  const whole = makeApi(state, operations)
  const signIn = makeSignIn(state)
  return {
    id: "analytics",
    handlers: {
      api: makeServices(state),
      control: makeControl(state),
      pages: (req, res, path) => {
        if (path.startsWith(`${accountsPath}/`)) signIn(req, res, path.slice(accountsPath.length))
        else whole(req, res, path)
      }
    },
    pagePrefixes: ["/v1beta", accountsPath],
    describe
  }
}

/** Serves a sandbox on 127.0.0.1, on Node; resolves once it listens. */
export const startSandbox = ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> =>
  start(makeSandbox(options), port)

export type { Description } from "./describe.ts"
export type { FaultName } from "./frame/faults.ts"
export type { Call } from "./frame/journal.ts"
export type { SandboxOptions } from "./state.ts"
export type { Examples, Input } from "@inlay/sandbox-kit/sandbox"
