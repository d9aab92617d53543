/** Connects accounts of a stub server or of the sandbox, as an app does. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"

import { accessToken } from "../src/account/kinds.ts"
import { services, withoutPauses } from "./world.ts"

/** @param values settings of the account, such as `base_url` */
export const connectionOf = (values: Readonly<Record<string, string>>) => {
  const all = { token: "a-token-that-is-not-a-secret", ...values }
  const account = makeAccount({ plugin: "codehost", name: "test", kind: accessToken, values: all, revision: "1" })
  return Effect.runPromise(Effect.provide(withoutPauses.connect(account), services))
}

/**
 * Returns a function that runs the plugin's steps.
 * @param baseUrl base address of the server
 */
export const connect = async (baseUrl: string) => {
  const connection = await connectionOf({ base_url: baseUrl })
  return (id: string, input: unknown): Promise<unknown> => Effect.runPromise(connection.run(id, input))
}
