/** A running sandbox and clients of it, shared by the tests of the client. */
import type { Call, FaultName, StartOptions } from "@inlay/codehost-sandbox"
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Node from "@inlay/core-http/node"
import { promised } from "@inlay/core-http/Promised"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll } from "vitest"

import { make } from "../src/client/CodeHost.ts"
import type { Settings } from "../src/client/settings.ts"
import type { CodeHost } from "../src/promise.ts"
import { sandboxed } from "./sandbox.ts"

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
  const { sandbox, control } = sandboxed(start)
  const runtime = ManagedRuntime.make(Node.layer)
  afterAll(() => runtime.dispose())
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
