// Connection-level faults: responses that are truncated, slow, wrongly declared or missing. Each sandbox decides which
// of them its provider has, and under which names.

import type { IncomingMessage, ServerResponse } from "node:http"
import { gzip } from "node:zlib"

import { after, type Answer, jsonAnswer, send } from "./wire.ts"

/** One call that meets a fault. */
export interface FaultScene<Body extends string | Uint8Array = string | Uint8Array> {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The real response if the work was done before the fault occurs; otherwise whatever response there is. */
  readonly answer: Answer<Body>
}

/** Plays a fault. Returns the status that was sent, or null if none was. */
export type Play<Scene extends FaultScene = FaultScene> = (scene: Scene) => number | null

/** Sends another response in place of the real one. */
export const sends =
  <Scene extends FaultScene>(answer: (scene: Scene) => Answer): Play<Scene> =>
  (scene) => {
    const response = answer(scene)
    send(scene.res, response)
    return response.status
  }

/** Sends no response. */
export const silent =
  <Scene extends FaultScene>(act: (scene: Scene) => void): Play<Scene> =>
  (scene) => {
    act(scene)
    return null
  }

/** Sends the real status, and then does something else to the rest of the response. */
export const brokenAnswer =
  <Scene extends FaultScene>(act: (scene: Scene) => void): Play<Scene> =>
  (scene) => {
    act(scene)
    return scene.answer.status
  }

const bytesOf = ({ body }: Answer): Buffer => Buffer.from(body)

/** Returns the first half of the body. */
export const half = (answer: Answer): Buffer => {
  const bytes = bytesOf(answer)
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

/** Writes a raw response that Node itself would consider invalid. */
const raw = ({ req }: FaultScene, head: string, body: string | Uint8Array): void => {
  req.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n${head}\r\n\r\n`)
  req.socket.end(body)
}

const dripBytes = 64

const drip = ({ answer, res }: FaultScene): void => {
  const bytes = bytesOf(answer)
  res.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length })
  const step = (from: number): void => {
    if (from >= bytes.length) res.end()
    else {
      res.write(bytes.subarray(from, from + dripBytes))
      after(res, 100, () => step(from + dripBytes))
    }
  }
  step(0)
}

const bombBytes = 50 * 1024 * 1024

const bomb = ({ answer, res }: FaultScene): void => {
  gzip(Buffer.concat([bytesOf(answer), Buffer.alloc(bombBytes, " ")]), (error, bytes) => {
    if (error !== null || res.destroyed) return
    res.writeHead(answer.status, { ...answer.headers, "content-encoding": "gzip", "content-length": bytes.length })
    res.end(bytes)
  })
}

const middle = ({ answer, req, res }: FaultScene): void => {
  res.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) })
  res.write(half(answer), () => after(res, 20, () => req.socket.destroy()))
}

/** Faults that are the same for every provider. */
export const connectionFaults = {
  /** The first half of the body, with a matching `content-length`. */
  truncated: sends(({ answer }) => ({ ...answer, body: half(answer) })),
  /** The real response, declared as an image. */
  wrongType: sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-type": "image/png" } })),
  /** The connection ends before `content-length` is reached. */
  shortBody: brokenAnswer((scene) => {
    const bytes = bytesOf(scene.answer)
    raw(scene, `content-length: ${bytes.length + 512}`, bytes)
  }),
  /** The real response, falsely declared as gzip. */
  badGzip: sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-encoding": "gzip" } })),
  /** An invalid chunk size. */
  badChunk: brokenAnswer((scene) => raw(scene, "transfer-encoding: chunked", "zz\r\nnot a chunk\r\n0\r\n\r\n")),
  /** No response at all. */
  hang: silent(() => undefined),
  /** The headers at once, then 64 bytes every 100 ms. */
  slowBody: brokenAnswer(drip),
  /** The real response with 50 MB of blanks appended, in 50 kB of gzip. */
  gzipBomb: brokenAnswer(bomb),
  /** The real response after 1.5 seconds. */
  slow: brokenAnswer(({ answer, res }) => after(res, 1500, () => send(res, answer))),
  /** The connection is reset. */
  reset: silent(({ req }) => req.socket.resetAndDestroy()),
  /** The headers and half of the body, then the connection is closed. */
  resetMiddle: brokenAnswer(middle),
  /** A 307 redirect to the same address. */
  redirectLoop: sends(({ req }) => jsonAnswer(307, { message: "Temporary Redirect" }, { location: req.url ?? "/" }))
} as const satisfies Readonly<Record<string, Play>>
