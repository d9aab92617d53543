/** A provider on loopback whose answers the test determines, and a client for it. */
import * as Http from "node:http"
import type * as Net from "node:net"

import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as BaseAddress from "../src/address/BaseAddress.ts"
import * as Budget from "../src/budget/Budget.ts"
import * as Client from "../src/client/Client.ts"
import { redirects } from "../src/client/redirects.ts"
import * as Credential from "../src/credential/Credential.ts"
import * as Ledger from "../src/spend/Ledger.ts"
import * as LookupCache from "../src/spend/LookupCache.ts"
import { Spend } from "../src/spend/Spend.ts"

export const KEY = "sk_canary_0123456789abcdef"

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Http.IncomingHttpHeaders
  readonly body: string
  readonly socket: Net.Socket
}

export interface Served {
  readonly address: string
  readonly seen: ReadonlyArray<Seen>
  /** The sockets that are open now. */
  readonly sockets: ReadonlySet<Net.Socket>
}

export type Handler = (response: Http.ServerResponse, seen: Seen, n: number) => void

/** Starts a real server on its own port. `n` counts requests from 1. */
export const serve = (handler: Handler) =>
  Effect.acquireRelease(
    Effect.callback<{ server: Http.Server; served: Served }>((resume) => {
      const seen: Array<Seen> = []
      const sockets = new Set<Net.Socket>()
      const server = Http.createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const one: Seen = {
            method: request.method ?? "",
            url: request.url ?? "",
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
            socket: request.socket
          }
          seen.push(one)
          handler(response, one, seen.length)
        })
      })
      server.on("connection", (socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as Net.AddressInfo
        resume(Effect.succeed({ server, served: { address: `http://127.0.0.1:${port}`, seen, sockets } }))
      })
    }),
    ({ server }) =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  ).pipe(Effect.map(({ served }) => served))

export const json = (
  response: Http.ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {}
) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

export const hang: Handler = () => {}

export const baseAddress = (text: string) => Result.getOrThrow(BaseAddress.parse(text))

export const optionsOf = (address: string, of: Partial<Client.ClientOptions> = {}): Client.ClientOptions => ({
  provider: "salesdata",
  baseAddress: baseAddress(address),
  pathStyle: "leading-slash",
  credential: Credential.bearer(Redacted.make(KEY)),
  budget: Budget.make({ concurrency: 10 }),
  retry: { base: "5 millis", cap: "20 millis", times: 3 },
  failureOf: (answer) => Client.reasonOfStatus(answer, JSON.stringify(answer.body)),
  ...of
})

export const clientOf = (address: string, of: Partial<Client.ClientOptions> = {}) =>
  Client.make(optionsOf(address, of), redirects)

export const get = (of: Partial<Client.CallRequest> = {}): Client.CallRequest => ({
  operation: "read",
  method: "GET",
  endpoint: "/things",
  ...of
})
export const post = (of: Partial<Client.CallRequest> = {}): Client.CallRequest => ({
  operation: "ask",
  method: "POST",
  endpoint: "/enrich/person",
  body: { email: "ada@example.com" },
  ...of
})

export const within = (millis: number) => Effect.provideService(Client.TimeLimit, Duration.millis(millis))

export const until = Effect.fnUntraced(function* (condition: () => boolean) {
  for (let n = 0; n < 200 && !condition(); n++) yield* Effect.sleep("10 millis")
  assert.isTrue(condition(), "did not come to pass within 2 s")
})

export const spending = Layer.provideMerge(
  Spend.layer("run-1"),
  Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)
)
