// A server that does the work and then loses its answer, at every byte of the answer. No change is ever sent twice.
import * as Net from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { clientOf, spending, within } from "../../tests/provider.ts"
import * as Fetch from "../transport/fetch.ts"
import * as Node from "../transport/node.ts"
import type { CallRequest } from "./Client.ts"

const ANSWER = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n{"id":7}'

/** How many bytes of the answer are sent after the work was done, and how the connection then ends. */
interface Loss {
  readonly bytes: number
  readonly end: "closed" | "reset"
}

/** Counts the requests whose work was done. */
const worker = (loss: () => Loss) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly address: string; readonly done: Array<string>; readonly server: Net.Server }>(
      (resume) => {
        const doneOrder: Array<string> = []
        const server = Net.createServer((socket) => {
          let text = ""
          socket.on("error", () => undefined)
          socket.on("data", (chunk) => {
            text += chunk.toString("latin1")
            const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
            const end = text.indexOf("\r\n\r\n")
            if (end < 0 || text.length < end + 4 + length) return
            doneOrder.push(text.slice(0, text.indexOf(" ")))
            text = ""
            const { bytes, end: how } = loss()
            socket.write(ANSWER.slice(0, bytes), () => {
              if (how === "closed") socket.end()
              // Lets the written bytes leave the machine first.
              else setImmediate(() => socket.resetAndDestroy())
            })
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as Net.AddressInfo
          resume(Effect.succeed({ address: `http://127.0.0.1:${port}`, done: doneOrder, server }))
        })
      }
    ),
    ({ server }) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

const METHODS = ["PUT", "DELETE", "PATCH", "POST"] as const

const change = (method: CallRequest["method"]): CallRequest => ({
  operation: "change",
  method,
  endpoint: "/things/7",
  body: { title: "x" }
})

describe.each([
  ["undici", Node.layer],
  ["fetch", Fetch.layer]
] as const)("over %s", (_, transport) => {
  it.live.each(["closed", "reset"] as const)(
    `a change whose answer is %s at any of ${ANSWER.length} bytes is sent once, and is said to be possibly done`,
    (end) =>
      Effect.gen(function* () {
        let bytes = 0
        const server = yield* worker(() => ({ bytes, end }))
        const client = yield* clientOf(server.address)
        for (bytes = 0; bytes < ANSWER.length; bytes++) {
          for (const method of METHODS) {
            server.done.length = 0
            const error = yield* Effect.flip(client.call(change(method)).pipe(within(2_000)))
            assert.deepStrictEqual([bytes, server.done], [bytes, [method]])
            assert.strictEqual(error.outcome, "unknown")
            assert.isFalse(error.isRetryable)
            assert.notMatch(error.message, /try again/i)
          }
        }
      }).pipe(Effect.scoped, Effect.provide(Layer.merge(transport, spending))),
    30_000
  )

  it.live("a read is repeated, and so is a POST that only reads", () =>
    Effect.gen(function* () {
      let losses = 2
      const server = yield* worker(() => ({ bytes: losses-- > 0 ? 20 : ANSWER.length, end: "closed" }))
      const client = yield* clientOf(server.address)
      for (const request of [
        { operation: "read", method: "GET", endpoint: "/things" } as const,
        { ...change("POST"), changes: false }
      ]) {
        losses = 2
        assert.deepStrictEqual((yield* client.call(request)).body, { id: 7 })
      }
      assert.deepStrictEqual(server.done, ["GET", "GET", "GET", "POST", "POST", "POST"])
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(transport, spending)))
  )
})
