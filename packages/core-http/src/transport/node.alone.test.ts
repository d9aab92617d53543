/**
 * A provider, or a proxy in front of it, that sends an answer twice on a kept-alive connection, so that the next
 * request on that connection would take the second one for its own answer. Paid requests never share a connection.
 */
import * as Net from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import * as Node from "./node.ts"
import { Transport } from "./Transport.ts"

const REQUEST = /^POST (\S+) HTTP\/1\.1\r\n[^]*?\r\n\r\n/

interface Echo {
  readonly url: URL
  readonly connections: () => number
  /** Bytes that arrived on a connection after its first request. */
  readonly late: () => number
}

/** Answers each request with its own path, and repeats the answer some milliseconds later on the same connection. */
const echoingTwice = Effect.acquireRelease(
  Effect.callback<{ readonly server: Net.Server; readonly counts: { connections: number; late: number } }>((resume) => {
    const counts = { connections: 0, late: 0 }
    const server = Net.createServer((socket) => {
      counts.connections++
      let answers = 0
      let text = ""
      socket.on("error", () => {})
      socket.on("data", (chunk) => {
        text += chunk.toString()
        for (let request = REQUEST.exec(text); request !== null; request = REQUEST.exec(text)) {
          text = text.slice(request[0].length)
          if (answers++ > 0) counts.late++
          const body = JSON.stringify(request[1])
          const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
          socket.write(answer)
          setTimeout(() => socket.destroyed || socket.write(answer), Math.random() * 5)
        }
      })
    }).listen(0, "127.0.0.1", () => resume(Effect.succeed({ server, counts })))
  }),
  ({ server }) => Effect.sync(() => server.close())
).pipe(
  Effect.map(({ server, counts }): Echo => {
    const { port } = server.address() as Net.AddressInfo
    return {
      url: new URL(`http://127.0.0.1:${port}/`),
      connections: () => counts.connections,
      late: () => counts.late
    }
  })
)

const LOOKUPS = 200

/** Counts the answers that belong to another request. */
const wrongOf = Effect.fnUntraced(function* (echo: Echo, concurrency: number) {
  const transport = yield* Transport
  const one = (n: number) =>
    transport
      .send({ method: "POST", url: new URL(`/${n}`, echo.url), headers: {}, maxBodyBytes: 1024, alone: true })
      .pipe(Effect.map(({ text }) => text !== JSON.stringify(`/${n}`)))
  const outcomes = yield* Effect.all(
    Array.from({ length: LOOKUPS }, (_, n) => one(n)),
    { concurrency }
  )
  return outcomes.filter(Boolean).length
})

describe("undici: a request with its own connection", () => {
  it.live.each([
    ["one after another", 1],
    ["ten at once", 10],
    ["all at once", LOOKUPS]
  ] as const)("gets its own response, %s", ([, concurrency]) =>
    Effect.gen(function* () {
      const echo = yield* echoingTwice
      assert.strictEqual(yield* wrongOf(echo, concurrency), 0)
      assert.deepStrictEqual([echo.connections(), echo.late()], [LOOKUPS, 0])
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("neither reuses a connection nor leaves its own for reuse", () =>
    Effect.gen(function* () {
      const echo = yield* echoingTwice
      const transport = yield* Transport
      const ask = (alone: boolean) =>
        transport.send({ method: "POST", url: echo.url, headers: {}, maxBodyBytes: 1024, ...(alone ? { alone } : {}) })
      yield* Effect.result(ask(false))
      yield* ask(true)
      yield* Effect.result(ask(false))
      yield* ask(true)
      assert.isAtLeast(echo.connections(), 3)
      assert.isAtMost(echo.late(), 1)
    }).pipe(Effect.provide(Node.layer))
  )
})
