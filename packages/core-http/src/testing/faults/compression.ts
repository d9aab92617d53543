/** Damaged compression, and decompression bombs. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

import { answers, GOOD, lazy, type Exchange, type Faults } from "./fault.ts"

const BOMB_BYTES = 50 * 1024 * 1024

/** Valid JSON, so that only the size limit rejects it. */
const bomb = (): Buffer => {
  const blank = Buffer.alloc(BOMB_BYTES, 0x20)
  blank[0] = 0x5b
  blank[blank.length - 1] = 0x5d
  return blank
}

/** Hardly compressible, so that half of the result is more than a header. */
const noise = JSON.stringify(Array.from({ length: 2000 }, (_, n) => Math.sin(n)))

const alter = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.fill(0xa5, at, at + 3)
  return copy
}

const encode =
  (encoding: string, body: () => Buffer) =>
  (exchange: Exchange): void =>
    answers(200, body(), { "content-encoding": encoding })(exchange)

/**
 * Fast, but compact enough. A server in the same process as the client would otherwise block the client while it
 * compresses.
 */
const quick = { level: 1, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const tight = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const gzip = lazy(() => gzipSync(noise))
const brotli = lazy(() => brotliCompressSync(noise, tight))
const gzipBomb = lazy(() => gzipSync(bomb(), quick))
const brotliBomb = lazy(() => brotliCompressSync(bomb(), quick))

export const compression = {
  "gzip-damaged": {
    describes: "gzip with three wrong bytes in its middle",
    respond: encode("gzip", () => alter(gzip(), gzip().length >> 1))
  },
  "gzip-checksum": {
    describes: "gzip whose checksum is wrong and whose data is right",
    respond: encode("gzip", () => alter(gzipSync(GOOD), gzipSync(GOOD).length - 8))
  },
  "gzip-cut": {
    describes: "the first half of a gzip body, of the length it says",
    respond: encode("gzip", () => gzip().subarray(0, gzip().length >> 1))
  },
  "gzip-not": { describes: "plain text that calls itself gzip", respond: encode("gzip", () => Buffer.from(GOOD)) },
  "gzip-bomb": { describes: "50 MB in 230 KB of gzip", respond: encode("gzip", gzipBomb) },
  "brotli-damaged": {
    describes: "brotli with three wrong bytes at its start",
    respond: encode("br", () => alter(brotli(), 1))
  },
  "brotli-cut": {
    describes: "the first half of a brotli body, of the length it says",
    respond: encode("br", () => brotli().subarray(0, brotli().length >> 1))
  },
  "brotli-bomb": { describes: "50 MB in 10 KB of brotli", respond: encode("br", brotliBomb) },
  "unknown-encoding": {
    describes: "a content encoding that was not requested",
    respond: answers(200, GOOD, { "content-encoding": "compress" })
  }
} satisfies Faults
