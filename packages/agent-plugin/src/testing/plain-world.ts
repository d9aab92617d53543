/** Runs steps of a plain plugin against a server on this machine. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import * as NodeTransport from "@inlay/core-http/node-on-demand"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { make as makeAccount } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import { toPlugin, type PlainPlugin, type PlainStep } from "../plain/PlainPlugin.ts"
import { Audit } from "../runner/Audit.ts"
import { Runner } from "../runner/Runner.ts"

/** The service's requests as `METHOD /path`, in order. */
export interface PlainService {
  readonly requests: Array<string>
  readonly address: () => string
  readonly close: () => void
}

/** Starts a service. @param answer writes the response to a request */
export const startService = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
): Promise<PlainService> => {
  const requests: Array<string> = []
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    void answer(request, response)
  }
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    requests,
    address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** A step with no input. Its function is typed as plain JavaScript is. */
export const plainStep = (name: string, run: PlainStep["run"], more: Partial<PlainStep> = {}): PlainStep => ({
  id: `acme_parts_${name}`,
  title: name,
  description: `Does ${name}.`,
  readOnly: true,
  input: { type: "object", properties: {}, additionalProperties: false },
  run,
  ...more
})

export const plainPlugin = (steps: ReadonlyArray<PlainStep>, more: Partial<PlainPlugin> = {}): PlainPlugin => ({
  edition: 2,
  id: "acme_parts",
  title: "Acme Parts",
  description: "Parts.",
  service: {},
  steps,
  ...more
})

/** As in a program, it outlives each run. */
const lasting = NodeTransport.make()

/** Runs a step with an account of the plugin at this address. */
export const runPlain = (
  plain: PlainPlugin,
  address: string,
  step: string,
  input: unknown = {},
  transport = lasting,
  key = "key-of-the-parts"
): Effect.Effect<unknown, ProviderError> => {
  const plugin = Result.getOrThrow(toPlugin(plain))
  const values = { base_url: address, key }
  const account = makeAccount({ plugin: plugin.id, name: "main", kind: plugin.accountKinds[0]!, values, revision: "1" })
  const spend = Spend.layerMemory("run")
  const runner = Runner.layer([plugin]).pipe(
    Layer.provide([Accounts.layer(() => [account]), Audit.layerNone, Layer.succeed(Transport, transport), spend])
  )
  return Effect.provide(
    Runner.use(({ run }) => run(`acme_parts_${step}`, input)),
    runner
  )
}
