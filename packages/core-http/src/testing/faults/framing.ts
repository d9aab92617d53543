/** Answers that are not valid HTTP messages. */
import { GOOD, head, lines, soon, writes, type Exchange, type Faults } from "./fault.ts"

const OTHER = '{"id":8}'

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

/** Sends these bytes and then closes the connection. */
const ends =
  (...parts: ReadonlyArray<string | Buffer>) =>
  ({ socket }: Exchange): void => {
    writes(socket, ...parts)
    socket.end()
  }

export const framing = {
  "short-body": {
    describes: "fewer bytes than content-length says, then the end",
    respond: ends(head("content-length: 1000"), GOOD)
  },
  "bad-chunk": {
    describes: "a chunk whose size is not a number",
    respond: ends(head("transfer-encoding: chunked"), chunk('{"id":7,'), "zz\r\nnot a chunk\r\n0\r\n\r\n")
  },
  "chunks-cut": {
    describes: "chunks without the last one, then the end",
    respond: ends(head("transfer-encoding: chunked"), chunk('{"id":7,'))
  },
  "two-lengths": {
    describes: "two content-length headers that differ",
    respond: ends(head("content-length: 8", `content-length: ${GOOD.length}`), GOOD)
  },
  "length-and-chunks": {
    describes: "content-length and chunks at once, as smugglers write it",
    respond: ends(head("content-length: 8", "transfer-encoding: chunked"), chunk(GOOD), "0\r\n\r\n")
  },
  "second-answer": {
    describes: "another answer behind the first one, on a kept connection",
    respond: ({ socket }) => {
      const answer = (body: string) => lines("HTTP/1.1 200 OK", `content-length: ${body.length}`) + body
      writes(socket, answer(GOOD) + answer(OTHER))
      soon(() => socket.end())
    }
  },
  "204-with-body": {
    describes: "204 and a body all the same",
    respond: ends(lines("HTTP/1.1 204 No Content", "connection: close", `content-length: ${GOOD.length}`), GOOD)
  },
  "304-unasked": {
    describes: "304 to a request without a condition",
    respond: ends(lines("HTTP/1.1 304 Not Modified", "connection: close"))
  },
  "no-status-line": { describes: "a bare body, as HTTP/0.9 had it", respond: ends(GOOD) },
  "half-status-line": { describes: "a status line that breaks off", respond: ends("HTTP/1.1 20") },
  "tls-bytes": {
    describes: "a TLS alert where plain HTTP was spoken",
    respond: ends(Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]))
  },
  "unasked-continue": {
    describes: "an unrequested 100 Continue, then the answer",
    respond: ends(lines("HTTP/1.1 100 Continue"), head(`content-length: ${GOOD.length}`), GOOD)
  },
  "unasked-upgrade": {
    describes: "an unrequested 101 to another protocol",
    respond: ends(lines("HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: upgrade"), GOOD)
  }
} satisfies Faults
