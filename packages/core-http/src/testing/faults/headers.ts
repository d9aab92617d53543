/** Headers that no server should send. */
import { GOOD, head, writes, type Exchange, type Faults } from "./fault.ts"

const sending =
  (...headers: ReadonlyArray<string>) =>
  ({ socket }: Exchange): void => {
    writes(socket, head(`content-length: ${GOOD.length}`, ...headers), GOOD)
    socket.end()
  }

export const headers = {
  "huge-header": { describes: "one header of 100 KB", respond: sending(`x-note: ${"x".repeat(100 * 1024)}`) },
  "many-headers": {
    describes: "5,000 headers, 100 KB together",
    respond: sending(...Array.from({ length: 5000 }, (_, n) => `x-${n}: 0123456789`))
  },
  "bare-cr-header": {
    describes: "a header with a bare carriage return in it",
    respond: sending("x-note: a\rset-cookie: b=c")
  },
  "nul-header": { describes: "a header with a zero byte in it", respond: sending("x-note: a\0b") },
  "no-colon-header": { describes: "a header line without a colon", respond: sending("this is no header") },
  "folded-header": { describes: "a header over two lines, as was once allowed", respond: sending("x-note: a\r\n b") }
} satisfies Faults
