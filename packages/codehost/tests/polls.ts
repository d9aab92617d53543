/** Polls triggers against a running sandbox, whose state the tests change through its API. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import type { Occurrence, Polled } from "@inlay/agent-plugin/Trigger"
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import type { Json } from "./events.ts"
import { withoutPauses } from "./world.ts"

const services = Layer.merge(
  Node.layer,
  Spend.layer("test").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
)

/** Starts a sandbox for the tests of a file and resets it before each test. */
export const polls = () => {
  let running: RunningSandbox | undefined
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  const control = async (path: string, body?: object): Promise<Json> =>
    (
      await fetch(`${sandbox().control}${path}`, {
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
      })
    ).json()
  beforeAll(async () => {
    running = await startSandbox()
  })
  beforeEach(() => control("/reset", {}))
  afterAll(() => running?.close())

  const connection = (settings: Readonly<Record<string, string>> = {}) => {
    const values = { base_url: sandbox().urls.codehost, token: sandbox().env.INLAY_CODEHOST_TOKEN, ...settings }
    const account = makeAccount({ plugin: "codehost", name: "test", kind: accessToken, values, revision: "1" })
    return Effect.runPromise(Effect.provide(withoutPauses.connect(account), services))
  }
  return {
    control,
    connection,
    /** Sends a request to the service itself, with the account's token or another one. */
    ask: async (method: string, path: string, body?: object, token = sandbox().env.INLAY_CODEHOST_TOKEN) => {
      const response = await fetch(sandbox().urls.codehost + path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === "" ? null : JSON.parse(text)
    },
    /** Makes a function that polls one trigger for one account. */
    poller: async (id: string, target: object, settings: Readonly<Record<string, string>> = {}) => {
      const one = await connection(settings)
      let cursor: string | undefined
      return async (): Promise<ReadonlyArray<Occurrence<Json>>> => {
        const polled: Polled<unknown> = await Effect.runPromise(one.poll(id, target, cursor))
        cursor = polled.cursor
        return polled.occurrences as ReadonlyArray<Occurrence<Json>>
      }
    }
  }
}
