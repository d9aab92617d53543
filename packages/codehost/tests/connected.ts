/** Runs the plugin's steps as an app does, with an account of a stub server. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { accessToken } from "../src/account/kinds.ts"
import { withoutPauses } from "./world.ts"

const services = Layer.merge(
  Node.layer,
  Spend.layer("test").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
)

/** @param baseUrl base address of the stub server */
export const connect = async (baseUrl: string) => {
  const values = { base_url: baseUrl, token: "a-token-that-is-not-a-secret" }
  const account = makeAccount({ plugin: "codehost", name: "test", kind: accessToken, values, revision: "1" })
  const connection = await Effect.runPromise(Effect.provide(withoutPauses.connect(account), services))
  return (id: string, input: unknown): Promise<unknown> =>
    Effect.runPromise(Effect.provide(connection.run(id, input), services))
}
