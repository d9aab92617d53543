/** A running sandbox and clients of it, shared by the tests of the client. */
import {
  startSandbox,
  type Call,
  type FaultName,
  type RunningSandbox,
  type StartOptions
} from "@inlay/codehost-sandbox"
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { promised } from "@inlay/core-http/Promised"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, beforeAll, beforeEach } from "vitest"

import { make } from "../src/client/CodeHost.ts"
import type { Settings } from "../src/client/settings.ts"
import type { CodeHost } from "../src/promise.ts"

/** acme/widgets, the repository that most tests use. */
export const widgets = { owner: "acme", repo: "widgets" }

interface Options extends Partial<Settings> {
  readonly token?: string
  /** Base address of a server other than the sandbox. */
  readonly baseUrl?: string
}

/** Returns the reason of a call that must fail. */
export const reasonOf = async (call: Promise<unknown>): Promise<Reason> => {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error
  )
  if (outcome instanceof ProviderError) return outcome.reason
  throw new Error(`it did not fail as a ProviderError: ${JSON.stringify(outcome)} ${String(outcome)}`)
}

/** Starts a sandbox for the tests of a file and resets it before each test. */
export const clients = (start: StartOptions = {}) => {
  let running: RunningSandbox | undefined
  const runtime = ManagedRuntime.make(
    Layer.merge(Node.layer, Spend.layer("test").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory])))
  )
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- untyped JSON of the control API
  const control = async (path: string, body?: object): Promise<any> => {
    const response = await fetch(`${sandbox().control}${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
    })
    return response.json()
  }
  beforeAll(async () => {
    running = await startSandbox(start)
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => runtime.dispose())
  afterAll(() => running?.close())
  return {
    sandbox,
    control,
    /** Creates a client, without pauses unless they are set. */
    client: async ({
      token = sandbox().env.INLAY_CODEHOST_TOKEN,
      baseUrl = sandbox().urls.codehost,
      ...settings
    }: Options = {}): Promise<CodeHost> =>
      promised(
        await runtime.runPromise(
          make({
            baseAddress: Result.getOrThrow(BaseAddress.parse(baseUrl)),
            credential: Credential.bearer(Redacted.make(token)),
            writePauseMillis: 0,
            searchPauseMillis: 0,
            ...settings
          })
        ),
        asyncIterables
      ),
    /** Requests that reached the sandbox in this test. */
    calls: async (): Promise<ReadonlyArray<Call>> => (await control("/calls")).calls,
    /** Makes the sandbox respond to the next call with this fault. */
    fault: (fault: FaultName, more: object = {}) => control("/faults", { fault, ...more })
  }
}
