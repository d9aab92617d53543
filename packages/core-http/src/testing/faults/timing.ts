/** Answers that never arrive or never end. */
import { every, GOOD, head, lines, writes, type Faults } from "./fault.ts"

const DRIP_MILLIS = 100

export const timing = {
  hang: { describes: "no answer at all", respond: () => undefined },
  "hang-after-headers": {
    describes: "headers, and no body",
    respond: ({ socket }) => writes(socket, head(`content-length: ${GOOD.length}`))
  },
  "hang-in-body": {
    describes: "half of the body, and no more",
    respond: ({ socket }) => writes(socket, head(`content-length: ${GOOD.length}`), GOOD.slice(0, 9))
  },
  "slow-headers": {
    describes: "a byte of a header every 100 ms, for ever",
    respond: ({ socket }) => {
      writes(socket, "HTTP/1.1 200 OK\r\nx-note: ")
      every(socket, DRIP_MILLIS, () => writes(socket, "x"))
    }
  },
  "slow-body": {
    describes: "a byte of the body every 100 ms, for ever",
    respond: ({ socket }) => {
      writes(socket, head())
      every(socket, DRIP_MILLIS, () => writes(socket, " "))
    }
  },
  "early-hints-flood": {
    describes: "103 Early Hints, 2,000 a second, for ever",
    respond: ({ socket }) => {
      const hints = lines("HTTP/1.1 103 Early Hints", "link: </a.css>; rel=preload").repeat(20)
      every(socket, 10, () => writes(socket, hints))
    }
  }
} satisfies Faults
