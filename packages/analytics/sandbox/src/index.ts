// A simulated analytics service. It is independent of the client that it tests and shares no code with it.

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

/** A sandbox with a running server. */
export type RunningSandbox = Running<Description>

/** Options for the behaviour of the sandbox and for its port. */
export interface StartOptions extends SandboxOptions {
  /** Port on 127.0.0.1. The default, 0, takes a free port. */
  readonly port?: number
}

/** Serves the Data API at `/data` and the Admin API at `/admin`, below `/analytics`. */
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

/** Creates a sandbox with its own state. */
export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const state = makeState(options)
  // The official clients cannot be given a base path, so both services are also served at the root.
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

/** Starts a sandbox on 127.0.0.1 with Node's HTTP server. Resolves when it is listening. */
export const startSandbox = ({ port, ...options }: StartOptions = {}): Promise<RunningSandbox> =>
  start(makeSandbox(options), port)

export type { Description } from "./describe.ts"
export type { FaultName } from "./frame/faults.ts"
export type { Call } from "./frame/journal.ts"
export type { SandboxOptions } from "./state.ts"
export type { Examples, Input } from "@inlay/sandbox-kit/sandbox"
