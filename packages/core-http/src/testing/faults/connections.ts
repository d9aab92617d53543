/** Connections that are refused, reset or closed. */
import { answers, GOOD, head, soon, writes, type Faults } from "./fault.ts"

const good = answers(200, GOOD)

export const connections = {
  refused: { describes: "nobody listens", refuses: true },
  "reset-on-accept": {
    describes: "a reset before the request is read",
    accept: (socket) => soon(() => socket.resetAndDestroy())
  },
  "no-tls": {
    describes: "plain HTTP where TLS is spoken",
    scheme: "https",
    accept: (socket) => void socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  },
  "silent-tls": {
    describes: "a TLS handshake that is never answered",
    scheme: "https",
    accept: (socket) => void socket.resume()
  },
  "reset-before-answer": {
    describes: "the request is read, then a reset",
    respond: ({ socket }) => void socket.resetAndDestroy()
  },
  "close-before-answer": { describes: "the request is read, then a close", respond: ({ socket }) => void socket.end() },
  "reset-after-headers": {
    describes: "headers, then a reset",
    respond: ({ socket }) => {
      writes(socket, head(`content-length: ${GOOD.length}`))
      soon(() => socket.resetAndDestroy())
    }
  },
  "reset-in-body": {
    describes: "half of the body, then a reset",
    respond: ({ socket }) => {
      writes(socket, head(`content-length: ${GOOD.length}`), GOOD.slice(0, 9))
      soon(() => socket.resetAndDestroy())
    }
  },
  "closed-when-idle": {
    describes: "a kept connection that is closed between two requests",
    respond: (exchange) => {
      good(exchange)
      exchange.response.once("finish", () => exchange.socket.end())
    }
  },
  "reset-when-reused": {
    describes: "a kept connection that is reset by its second request",
    respond: (exchange) => {
      const warmsUp = exchange.request.url?.endsWith("/warm-up") === true
      if (warmsUp || exchange.nth === 1) good(exchange)
      else exchange.socket.resetAndDestroy()
    }
  }
} satisfies Faults
