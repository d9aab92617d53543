/** Polls triggers against a running sandbox, whose state the tests change through its API. */
import type { Occurrence, Polled } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { connectionOf } from "./connected.ts"
import type { Json } from "./events.ts"
import { sandboxed } from "./sandbox.ts"

/** Starts a sandbox for the tests of a file and resets it before each test. */
export const polls = () => {
  const { sandbox, control } = sandboxed()
  const connection = (settings: Readonly<Record<string, string>> = {}) =>
    connectionOf({ base_url: sandbox().urls.codehost, token: sandbox().env.INLAY_CODEHOST_TOKEN, ...settings })
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
