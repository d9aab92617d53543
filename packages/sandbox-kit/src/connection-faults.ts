// What a fault does to a connection: answers that break, drip, lie about themselves or never come. Which of them a
// provider knows, and by what names, is its sandbox's to say.

import type { IncomingMessage, ServerResponse } from "node:http"
import { gzip } from "node:zlib"

import { after, type Answer, jsonAnswer, send } from "./wire.ts"

/** One call that meets a fault. */
export interface FaultScene<Body extends string | Uint8Array = string | Uint8Array> {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The real answer where the work was done before things went wrong; otherwise whatever there is. */
  readonly answer: Answer<Body>
}

/** Gives the status that went out, or null where none did. */
export type Play<Scene extends FaultScene = FaultScene> = (scene: Scene) => number | null

/** Sends another answer in place of the real one. */
export const sends =
  <Scene extends FaultScene>(answer: (scene: Scene) => Answer): Play<Scene> =>
  (scene) => {
    const response = answer(scene)
    send(scene.res, response)
    return response.status
  }

/** Nothing is sent. */
export const silent =
  <Scene extends FaultScene>(act: (scene: Scene) => void): Play<Scene> =>
  (scene) => {
    act(scene)
    return null
  }

/** The real status is sent, and then something happens to the rest. */
export const brokenAnswer =
  <Scene extends FaultScene>(act: (scene: Scene) => void): Play<Scene> =>
  (scene) => {
    act(scene)
    return scene.answer.status
  }

const bytesOf = ({ body }: Answer): Buffer => Buffer.from(body)

/** The first half of the body. */
export const half = (answer: Answer): Buffer => {
  const bytes = bytesOf(answer)
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

/** Writes past Node's own idea of a valid response. */
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

/** Faults that are the same whatever the provider is. */
export const connectionFaults = {
  /** The first half of the body, its length in agreement. */
  truncated: sends(({ answer }) => ({ ...answer, body: half(answer) })),
  /** The real answer, declared as a picture. */
  wrongType: sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-type": "image/png" } })),
  /** The connection ends before `content-length` is reached. */
  shortBody: brokenAnswer((scene) => {
    const bytes = bytesOf(scene.answer)
    raw(scene, `content-length: ${bytes.length + 512}`, bytes)
  }),
  /** The real answer, declared as gzip, which it is not. */
  badGzip: sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-encoding": "gzip" } })),
  /** A broken chunk size. */
  badChunk: brokenAnswer((scene) => raw(scene, "transfer-encoding: chunked", "zz\r\nnot a chunk\r\n0\r\n\r\n")),
  /** No answer ever. */
  hang: silent(() => undefined),
  /** Headers at once, then 64 bytes each 100 ms. */
  slowBody: brokenAnswer(drip),
  /** The real answer with 50 MB more of it, in 50 kB of gzip. */
  gzipBomb: brokenAnswer(bomb),
  /** The real answer after 1.5 seconds. */
  slow: brokenAnswer(({ answer, res }) => after(res, 1500, () => send(res, answer))),
  /** The connection is reset. */
  reset: silent(({ req }) => req.socket.resetAndDestroy()),
  /** Headers and half of the body, then the connection ends. */
  resetMiddle: brokenAnswer(middle),
  /** 307 to itself. */
  redirectLoop: sends(({ req }) => jsonAnswer(307, { message: "Temporary Redirect" }, { location: req.url ?? "/" }))
} as const satisfies Readonly<Record<string, Play>>
