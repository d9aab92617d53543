import { readFile } from "node:fs"
import * as Net from "node:net"
import { queryObjects, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Worker } from "node:worker_threads"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { until } from "../../tests/provider.ts"
import * as Node from "./node.ts"
import { Transport } from "./Transport.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const CHUNKS = 200_000
const CONNECTIONS = 100

/** Allows a connection to be idle for 1 s (undici subtracts 2 s from what it is told), and closes it soon after. */
const CLOSING_SERVER = `
  const server = require("node:net").createServer((socket) => {
    socket.setTimeout(1200, () => socket.destroy())
    socket.on("data", () => socket.write("HTTP/1.1 200 OK\\r\\nkeep-alive: timeout=3\\r\\ncontent-length: 2\\r\\n\\r\\n{}"))
  })
  server.listen(0, "127.0.0.1", () => require("node:worker_threads").parentPort.postMessage(server.address().port))
`

/** A server that does this with each connection, until the test ends. */
const serving = (serve: (socket: Net.Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<Net.Server>((resume) => {
      const server = Net.createServer((socket) => {
        socket.on("error", () => {})
        serve(socket)
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => new URL(`http://127.0.0.1:${(server.address() as Net.AddressInfo).port}/`)))

describe("undici: an answer", () => {
  it.live("in very many chunks uses about as much memory as its bytes", () =>
    Effect.gen(function* () {
      let last = () => {}
      const url = yield* serving((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(CHUNKS)}`)
        last = () => void socket.end("0\r\n\r\n")
      })
      const transport = yield* Transport
      const request = yield* Effect.forkChild(
        transport.send({ method: "GET", url, headers: {}, maxBodyBytes: 1024 * 1024 }),
        { startImmediately: true }
      )
      collect()
      const before = process.memoryUsage()
      yield* Effect.sleep("1 second")
      collect()
      const memory = process.memoryUsage()
      last()
      assert.strictEqual((yield* Fiber.join(request)).text.length, CHUNKS)
      assert.isBelow(memory.heapUsed - before.heapUsed, 5 * 1024 * 1024)
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("undici: a request that is given up while all connections are busy", () => {
  it.live("is not sent once one of them is free", () =>
    Effect.gen(function* () {
      const paths: Array<string> = []
      const answers: Array<() => void> = []
      const url = yield* serving((socket) =>
        socket.on("data", (head) => {
          paths.push(head.toString().split(" ")[1] ?? "")
          answers.push(() => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"))
        })
      )
      const { send } = yield* Transport
      const ask = (path: string) => send({ method: "GET", url: new URL(path, url), headers: {}, maxBodyBytes: 9 })
      const all = Effect.all(
        Array.from({ length: 64 }, () => ask("/busy")),
        { concurrency: "unbounded" }
      )
      const busy = yield* Effect.forkChild(all, { startImmediately: true })
      yield* until(() => paths.length === 64)
      const late = yield* Effect.forkChild(ask("/late"), { startImmediately: true })
      yield* Fiber.interrupt(late)
      for (const answer of answers) answer()
      yield* Fiber.join(busy)
      yield* Effect.sleep("30 millis")
      assert.notInclude(paths, "/late")
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("undici: an answer whose content encoding is none", () => {
  it.live.each(["UTF-8", "none", "Identity"])("is read as it is: %s", (encoding) =>
    Effect.gen(function* () {
      const url = yield* serving((socket) => {
        socket.once("data", () =>
          socket.end(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: 4\r\n\r\n"é"`)
        )
      })
      const { send } = yield* Transport
      assert.strictEqual((yield* send({ method: "GET", url, headers: {}, maxBodyBytes: 1024 })).text, '"é"')
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("undici: an answer's status and headers", () => {
  it.live.each([
    ["a body that is too long", "content-length: 2000\r\n\r\n" + "x".repeat(2000)],
    ["a body that breaks off", "content-length: 2000\r\n\r\nx"],
    ["an encoding that nobody knows", "content-encoding: odd\r\ncontent-length: 1\r\n\r\nx"]
  ])("are reported before %s", ([, rest]) =>
    Effect.gen(function* () {
      const url = yield* serving((socket) => {
        socket.once("data", () =>
          socket.end(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\nRetry-After: 60\r\n${rest}`)
        )
      })
      const heads: Array<unknown> = []
      const { send } = yield* Transport
      yield* Effect.flip(
        send({
          method: "POST",
          url,
          headers: {},
          maxBodyBytes: 1024,
          onHead: ({ status, headers }) => void heads.push([status, headers["retry-after"]])
        })
      )
      assert.deepStrictEqual(heads, [[202, "60"]])
    }).pipe(Effect.provide(Node.layer))
  )
})

describe("undici: a connection", () => {
  it.live("that the server closes is released, however many there were", () =>
    Effect.gen(function* () {
      const url = yield* serving((socket) => {
        socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"))
      })
      const transport = yield* Transport
      const ask = transport.send({ method: "GET", url, headers: {}, maxBodyBytes: 1024 })
      yield* ask
      const before = queryObjects(Net.Socket, { format: "count" })
      yield* Effect.repeat(ask, { times: CONNECTIONS - 1 })
      yield* Effect.sleep("50 millis")
      const remainingSockets = queryObjects(Net.Socket, { format: "count" }) - before
      assert.isBelow(remainingSockets, CONNECTIONS / 10)
    }).pipe(Effect.provide(Node.layer))
  )

  it.live("that a busy program did not notice to be closed is not used for another request", () =>
    Effect.gen(function* () {
      // In a thread, because this one is busy when the server closes the connection.
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => new Worker(CLOSING_SERVER, { eval: true })),
        (worker) => Effect.promise(() => worker.terminate())
      )
      const port = yield* Effect.callback<number>(
        (resume) => void server.once("message", (n) => resume(Effect.succeed(n)))
      )
      const { send } = yield* Transport
      const request = { method: "POST", url: new URL(`http://127.0.0.1:${port}/`), headers: {}, maxBodyBytes: 1024 }
      yield* send(request)
      const answer = yield* Effect.callback<Fiber.Fiber<unknown, unknown>>((resume) => {
        // Between this callback and the sending of the request, neither timers run nor is the connection's end read.
        readFile(import.meta.filename, () => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
          resume(Effect.succeed(Effect.runFork(send(request))))
        })
      })
      yield* Fiber.join(answer)
    }).pipe(Effect.provide(Node.layer))
  )
})
