// What each fault does to the connection. `answer` is the real answer, already paid for where the
// fault's `worked` says so; null where the work was never begun.

import type { IncomingMessage, ServerResponse } from "node:http"
import { gzip } from "node:zlib"

import type { WireFault } from "./faults.ts"
import { after, type Answer, errorAnswer, jsonAnswer, send } from "./wire.ts"

export interface FaultScene {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly answer: Answer
  /** Does it when the control API says so. */
  readonly hold: (then: () => void) => void
}

/** Writes past Node's own idea of a valid response. */
const raw = ({ req }: FaultScene, head: ReadonlyArray<string>, body: string | Buffer): void => {
  const headers = ["HTTP/1.1 200 OK", "content-type: application/json; charset=utf-8", ...head]
  req.socket.write(`${headers.join("\r\n")}\r\n\r\n`)
  req.socket.end(body)
}

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2))

/** The same path at the other name of the loopback interface. */
const otherHost = ({ headers, url }: IncomingMessage): string => {
  const [name, port] = (headers.host ?? "127.0.0.1").split(":")
  const host = name === "localhost" ? "127.0.0.1" : "localhost"
  return `http://${host}${port === undefined ? "" : `:${port}`}${url ?? "/"}?redirected=1`
}

const page = (title: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>\n`

const htmlAnswer = (status: number, title: string): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: page(title)
})

const limited = (headers: Readonly<Record<string, string>>): Answer =>
  errorAnswer(429, "rate_limited", "Too many requests.", {}, headers)

const gatewayTimeout: Answer = { status: 504, headers: {}, body: "" }

const dripBytes = 64

const drip = ({ answer, res }: FaultScene): void => {
  res.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) })
  const bytes = Buffer.from(answer.body)
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
  const padded = answer.body.replace(/\}$/, `,"padding":"${" ".repeat(bombBytes)}"}`)
  gzip(padded, (error, bytes) => {
    if (error !== null || res.destroyed) return
    res.writeHead(answer.status, { ...answer.headers, "content-encoding": "gzip", "content-length": bytes.length })
    res.end(bytes)
  })
}

const middle = ({ answer, res, req }: FaultScene): void => {
  res.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) })
  res.write(half(answer.body), () => after(res, 20, () => req.socket.destroy()))
}

const sends =
  (answer: (scene: FaultScene) => Answer) =>
  (scene: FaultScene): number => {
    const sent = answer(scene)
    send(scene.res, sent)
    return sent.status
  }

const silent =
  (act: (scene: FaultScene) => void) =>
  (scene: FaultScene): null => {
    act(scene)
    return null
  }

const broken =
  (act: (scene: FaultScene) => void) =>
  (scene: FaultScene): number => {
    act(scene)
    return scene.answer.status
  }

const nothing = (): void => undefined

/** Each gives the status that went out, or null where none did. */
export const playFault: Readonly<Record<WireFault, (scene: FaultScene) => number | null>> = {
  "429-seconds": sends(() => limited({ "retry-after": "1" })),
  "429-date": sends(() => limited({ "retry-after": new Date(Date.now() + 2000).toUTCString() })),
  "429-bare": sends(() => limited({})),
  "throttle-body": sends(() => errorAnswer(200, "rate_limited", "Too many requests.")),
  "401": sends(() => errorAnswer(401, "unauthorized", "The API key is missing or not valid.")),
  "403": sends(() => errorAnswer(403, "forbidden", "This API key may not use this endpoint.")),
  "409": sends(() => errorAnswer(409, "conflict", "The record is being updated.")),
  "422": sends(() =>
    errorAnswer(422, "unprocessable", "The request could not be processed.", {
      errors: [{ field: "email", message: "is on a suppressed domain" }]
    })
  ),
  "500": sends(() => errorAnswer(500, "internal", "Something went wrong.")),
  "502-html": sends(() => htmlAnswer(502, "502 Bad Gateway")),
  "503": sends(() => errorAnswer(503, "unavailable", "Down for maintenance.", {}, { "retry-after": "1" })),
  "504": sends(() => gatewayTimeout),
  "504-after": sends(() => gatewayTimeout),
  "html-200": sends(() => htmlAnswer(200, "Scheduled maintenance")),
  "truncated-json": sends(({ answer }) => ({ ...answer, body: half(answer.body) })),
  "wrong-type": sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-type": "image/png" } })),
  "short-body": broken((scene) =>
    raw(scene, [`content-length: ${Buffer.byteLength(scene.answer.body) + 512}`], scene.answer.body)
  ),
  "bad-gzip": sends(({ answer }) => ({
    ...answer,
    headers: { ...answer.headers, "content-encoding": "gzip" }
  })),
  "bad-chunk": broken((scene) => raw(scene, ["transfer-encoding: chunked"], "zz\r\nnot a chunk\r\n0\r\n\r\n")),
  hang: silent(nothing),
  "slow-body": broken(drip),
  "gzip-bomb": broken(bomb),
  "big-id": sends(({ answer }) => ({
    ...answer,
    body: answer.body.replace(/"id":"[^"]*"/, '"id":9223372036854775807')
  })),
  "odd-charge": sends(({ answer }) => ({
    ...answer,
    body: answer.body.replace(/"charged":\d+/, '"charged":1e400')
  })),
  "odd-headers": sends(({ answer }) => ({
    ...answer,
    headers: {
      ...answer.headers,
      date: "Mon, 01 Jan 1990 00:00:00 GMT",
      "retry-after": "-1",
      "x-ratelimit-remaining": "1e400",
      "x-ratelimit-reset": "99999999999999999999"
    }
  })),
  redirect: sends(({ req }) => jsonAnswer(307, {}, { location: otherHost(req) })),
  "redirect-loop": sends(({ req }) => jsonAnswer(307, {}, { location: req.url ?? "/" })),
  "reset-before": silent(({ req }) => req.socket.resetAndDestroy()),
  "reset-after": silent(({ req }) => req.socket.resetAndDestroy()),
  "reset-middle": broken(middle),
  "hang-after": silent(nothing),
  slow: broken(({ answer, res }) => after(res, 1500, () => send(res, answer))),
  held: broken(({ answer, hold, res }) => hold(() => !res.destroyed && send(res, answer)))
}
