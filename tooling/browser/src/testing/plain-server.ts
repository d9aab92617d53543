// A loopback server that answers every request with one page and no CORS header.

import { createServer } from "node:http"

export interface PlainServer {
  readonly port: number
  readonly close: () => Promise<void>
}

export const startPlainServer = async (): Promise<PlainServer> => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end("<!doctype html><title>plain</title><h1>Plain page</h1>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port.")
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: address.port, close }
}
