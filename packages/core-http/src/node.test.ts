import * as Net from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import * as Node from "./node.ts"
import { Transport } from "./Transport.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const CHUNKS = 200_000

describe("undici: an answer", () => {
  it.live("in very many chunks takes about the memory of its bytes", () =>
    Effect.gen(function* () {
      let last = () => {}
      const port = yield* Effect.acquireRelease(
        Effect.callback<Net.Server>((resume) => {
          const server = Net.createServer((socket) => {
            socket.on("error", () => {})
            socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(CHUNKS)}`)
            last = () => void socket.end("0\r\n\r\n")
          }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      ).pipe(Effect.map((server) => (server.address() as Net.AddressInfo).port))
      const transport = yield* Transport
      const url = new URL(`http://127.0.0.1:${port}/`)
      const sent = yield* Effect.forkChild(
        transport.send({ method: "GET", url, headers: {}, maxBodyBytes: 1024 * 1024 }),
        { startImmediately: true }
      )
      collect()
      const before = process.memoryUsage()
      yield* Effect.sleep("1 second")
      collect()
      const held = process.memoryUsage()
      last()
      assert.strictEqual((yield* Fiber.join(sent)).text.length, CHUNKS)
      assert.isBelow(held.heapUsed - before.heapUsed, 5 * 1024 * 1024)
    }).pipe(Effect.provide(Node.layer))
  )
})
