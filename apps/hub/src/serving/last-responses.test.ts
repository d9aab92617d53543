/** Requests that a client sends without waiting for the response to the one before, as HTTP/1.1 permits. */
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { connect, type AddressInfo, type Socket } from "node:net"

import { afterEach, expect, it, vi } from "vitest"

import { lastResponses } from "./last-responses.ts"

const open: Array<Server> = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

const GET = "GET / HTTP/1.1\r\nhost: hub\r\n\r\n"

/** A server whose responses are sent by the test, and a client that has sent two requests at once. */
const twoRequests = async () => {
  const server = createServer()
  open.push(server)
  const responses: Array<ServerResponse> = []
  server.on("request", (_, response: ServerResponse) => void responses.push(response))
  const stop = lastResponses(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const client: Socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  let text = ""
  client.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
  client.write(GET + GET)
  await vi.waitFor(() => expect(responses).toHaveLength(2))
  const [first, second] = responses as [ServerResponse, ServerResponse]
  return { stop, client, received: () => text, first, second, ended: once(client, "close") }
}

it("ends a connection only after its last response, if several requests are in progress", async () => {
  const { stop, received, first, second, ended } = await twoRequests()
  const stopped = stop()
  first.end("one")
  second.end("two")
  await Promise.all([ended, stopped])
  expect(received()).toMatch(/one[^]*two/)
  expect(received().match(/connection: close/gi)).toHaveLength(1)
})

it("does so too if the first response has begun before the stop", async () => {
  const { stop, received, first, second, ended } = await twoRequests()
  first.write("begun, ")
  const stopped = stop()
  first.end("one")
  setTimeout(() => second.end("two"), 50)
  await Promise.all([ended, stopped])
  expect(received()).toMatch(/one[^]*two/)
})
