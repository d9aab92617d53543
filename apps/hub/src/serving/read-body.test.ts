import { createServer, request, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { expect, it, onTestFinished } from "vitest"

import { inFront } from "./front.ts"
import { readBody } from "./read-body.ts"

/** A server that reads at most 10,000 bytes, and the bodies that it read, in order. */
const serve = async () => {
  const bodies: Array<string> = []
  const server = createServer()
  inFront(server, (incoming: IncomingMessage, response: ServerResponse) => {
    const answer = async () => {
      const body = await readBody(incoming, response, 10_000)
      bodies.push(typeof body === "string" ? body : body.toString("utf8"))
      response.writeHead(200, { connection: "close" }).end()
    }
    void answer()
    return true
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const begin = (headers: RequestOptions["headers"]) => {
    const outgoing = request({ port, host: "127.0.0.1", method: "POST", headers })
    const ended = new Promise<void>((resolve) => outgoing.once("close", () => resolve()))
    outgoing.on("error", () => {}).on("response", (response) => response.resume())
    return { outgoing, ended }
  }
  return { bodies, begin }
}

it("gives a body in as many pieces as it comes", async () => {
  const { bodies, begin } = await serve()
  const { outgoing, ended } = begin({})
  for (const piece of ["one ", "two ", "three"]) {
    outgoing.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  outgoing.end()
  await ended
  expect(bodies).toEqual(["one two three"])
})

it("stops at the limit, announced or not, and when the sender disconnects", async () => {
  const { bodies, begin } = await serve()
  const announced = begin({ "content-length": 10_001 })
  announced.outgoing.flushHeaders()
  await announced.ended
  const long = begin({})
  long.outgoing.end("x".repeat(10_001))
  await long.ended
  const gone = begin({ "content-length": 100 })
  gone.outgoing.write("half")
  gone.outgoing.once("socket", (socket) => setTimeout(() => socket.destroy(), 50))
  await gone.ended
  await expect.poll(() => bodies).toEqual(["tooLong", "tooLong", "gone"])
})

it("asks for the body if the sender waits for that, unless it is too long", async () => {
  const { bodies, begin } = await serve()
  for (const length of [5, 10_001]) {
    const { outgoing, ended } = begin({ expect: "100-continue", "content-length": length })
    outgoing.once("continue", () => outgoing.end("x".repeat(length)))
    outgoing.once("response", () => outgoing.destroy())
    outgoing.flushHeaders()
    await ended
  }
  expect(bodies).toEqual(["xxxxx", "tooLong"])
})
