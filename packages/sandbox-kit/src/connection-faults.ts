// Faults that every provider may have: responses that are truncated, slow, wrongly declared or missing. A sandbox adds
// those of its own service.

import type { IncomingMessage, ServerResponse } from "node:http"
import { gzip } from "node:zlib"

import { after, type Answer, jsonAnswer, originOf, otherOrigin, send } from "./wire.ts"

/** One call that meets a fault. */
export interface FaultScene<Body extends string | Uint8Array = string | Uint8Array> {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The real response if the work was done before the fault occurs; otherwise whatever response there is. */
  readonly answer: Answer<Body>
}

/** Plays a fault. Returns the status that was sent, or null if none was. */
export type Play<Scene extends FaultScene = FaultScene> = (scene: Scene) => number | null

/** A way to fail. */
export interface Fault {
  /** Whether the service did its work before the failure. The caller cannot know this. */
  readonly worked: boolean
  readonly what: string
}

/** Sends another response in place of the real one. */
export const sends =
  <Scene extends FaultScene>(answer: (scene: Scene) => Answer): Play<Scene> =>
  (scene) => {
    const response = answer(scene)
    send(scene.res, response)
    return response.status
  }

/** Sends no response. */
const silent =
  (act: (scene: FaultScene) => void): Play =>
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

const half = (answer: Answer): Buffer => {
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

const redirect = (to: (scene: FaultScene) => string): Play =>
  sends((scene) => jsonAnswer(307, { message: "Temporary Redirect" }, { location: to(scene) }))

/** Faults that are the same for every provider, by name. */
export const connectionFaults = {
  "empty-200": { worked: false, what: "200 without a body" },
  "other-shape": { worked: false, what: "200 with JSON that is nothing of the kind" },
  truncated: { worked: true, what: "the first half of the answer, its length in agreement" },
  "wrong-type": { worked: true, what: "the real answer, declared as `image/png`" },
  "short-body": { worked: true, what: "the connection ends before `content-length` is reached" },
  "bad-gzip": { worked: true, what: "the real answer, declared as gzip, which it is not" },
  "bad-chunk": { worked: true, what: "200 with a broken chunk size" },
  "slow-body": { worked: true, what: "headers at once, then 64 bytes each 100 ms" },
  "gzip-bomb": { worked: true, what: "the real answer with 50 MB of blanks behind it, in 50 kB of gzip" },
  slow: { worked: true, what: "the real answer after 1.5 seconds" },
  hang: { worked: false, what: "no answer ever" },
  "hang-after": { worked: true, what: "the work is done, but no response comes" },
  reset: { worked: false, what: "connection reset before anything was done" },
  "reset-after": { worked: true, what: "connection reset when the work was done" },
  "reset-middle": { worked: true, what: "headers and half of the body, then the connection ends" },
  redirect: { worked: false, what: "307 to the same path on another host" },
  "redirect-loop": { worked: false, what: "307 to itself" }
} as const satisfies Readonly<Record<string, Fault>>

const hang = silent(() => undefined)
const reset = silent(({ req }) => req.socket.resetAndDestroy())

/** What each of them does to the connection. */
export const playConnectionFault: Readonly<Record<keyof typeof connectionFaults, Play>> = {
  "empty-200": sends(({ answer }) => ({ ...answer, status: 200, body: "" })),
  "other-shape": sends(() => jsonAnswer(200, { thing: { id: 1 } })),
  truncated: sends(({ answer }) => ({ ...answer, body: half(answer) })),
  "wrong-type": sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-type": "image/png" } })),
  "short-body": brokenAnswer((scene) => {
    const bytes = bytesOf(scene.answer)
    raw(scene, `content-length: ${bytes.length + 512}`, bytes)
  }),
  "bad-gzip": sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-encoding": "gzip" } })),
  "bad-chunk": brokenAnswer((scene) => raw(scene, "transfer-encoding: chunked", "zz\r\nnot a chunk\r\n0\r\n\r\n")),
  "slow-body": brokenAnswer(drip),
  "gzip-bomb": brokenAnswer(bomb),
  slow: brokenAnswer(({ answer, res }) => after(res, 1500, () => send(res, answer))),
  hang,
  "hang-after": hang,
  reset,
  "reset-after": reset,
  "reset-middle": brokenAnswer(middle),
  redirect: redirect(({ req }) => `${otherOrigin(originOf(req))}${req.url ?? "/"}`),
  "redirect-loop": redirect(({ req }) => req.url ?? "/")
}
