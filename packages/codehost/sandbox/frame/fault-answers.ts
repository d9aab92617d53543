// What each fault does to the connection. `answer` is the real answer where the fault's `worked` says so, and an empty
// one where the work was never begun.

import type { IncomingMessage, ServerResponse } from "node:http"
import { gzip } from "node:zlib"

import { otherOrigin } from "../records/urls.ts"
import { badCredentials, conflict, forbidden, gone, notFound, Refusal, refusalReply } from "./errors.ts"
import type { FaultName } from "./faults.ts"
import { secondaryLimitExceeded } from "./secondary-limits.ts"
import { after, type Answer, jsonAnswer, originOf, send } from "./wire.ts"

export interface FaultScene {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly answer: Answer
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
}

/** Writes past Node's own idea of a valid response. */
const raw = ({ req }: FaultScene, head: ReadonlyArray<string>, body: string | Uint8Array): void => {
  const headers = ["HTTP/1.1 200 OK", "content-type: application/json; charset=utf-8", ...head]
  req.socket.write(`${headers.join("\r\n")}\r\n\r\n`)
  req.socket.end(body)
}

const bytesOf = ({ body }: Answer): Buffer => Buffer.from(body)
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))

const page = (status: number, title: string): Answer => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html>\n<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`
})

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
  const bytes = bytesOf(answer)
  res.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length })
  res.write(half(bytes), () => after(res, 20, () => req.socket.destroy()))
}

type Play = (scene: FaultScene) => number | null

const sends =
  (answer: (scene: FaultScene) => Answer): Play =>
  (scene) => {
    const sent = answer(scene)
    send(scene.res, sent)
    return sent.status
  }

const refuses = (
  refusal: (scene: FaultScene) => Refusal,
  more: (scene: FaultScene) => Record<string, string> = () => ({})
): Play =>
  sends((scene) => {
    const { body, headers, status } = refusalReply(refusal(scene))
    return jsonAnswer(status, body, { ...scene.answer.headers, ...headers, ...more(scene) })
  })

const silent =
  (act: (scene: FaultScene) => void): Play =>
  (scene) => {
    act(scene)
    return null
  }

const broken =
  (act: (scene: FaultScene) => void): Play =>
  (scene) => {
    act(scene)
    return scene.answer.status
  }

const nothing = (): void => undefined
const serverError = (): Refusal => new Refusal(500, "Server Error")
const requestId = "0000:0000:0000:0000:00000000"

const exhausted = (status: number): Play =>
  refuses(
    () =>
      new Refusal(
        status,
        `API rate limit exceeded for user ID 1. If you reach out to GitHub Support for help, please include the request ID ${requestId}.`
      ),
    ({ now }) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(now / 1000) + 2) })
  )

/** Each gives the status that went out, or null where none did. */
export const playFault: Readonly<Record<FaultName, Play>> = {
  throttle: refuses(() => secondaryLimitExceeded(requestId, 1)),
  "throttle-429": refuses(() => secondaryLimitExceeded(requestId, 1, 429)),
  "throttle-bare": refuses(() => secondaryLimitExceeded(requestId, null)),
  "primary-limit": exhausted(403),
  "primary-limit-429": exhausted(429),
  "bad-credentials": refuses(badCredentials),
  forbidden: refuses(() => forbidden("Resource not accessible by personal access token")),
  "sso-required": refuses(
    () =>
      forbidden(
        "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization."
      ),
    () => ({ "x-github-sso": "required; url=https://github.com/orgs/acme/sso?authorization_request=AAAA" })
  ),
  "not-found": refuses(notFound),
  gone: refuses(() => gone("This was removed.")),
  "conflict-merging": refuses(() => conflict("Merge conflict")),
  blocked: refuses(
    () =>
      new Refusal(451, "Repository access blocked", {
        more: { block: { reason: "dmca", created_at: "2026-01-01T00:00:00Z", html_url: null } }
      })
  ),
  "server-error": refuses(serverError),
  "server-error-after": refuses(serverError),
  "bad-gateway": sends(() => page(502, "Unicorn!")),
  "bad-gateway-after": sends(() => page(502, "Unicorn!")),
  unavailable: sends(() => page(503, "No server is currently available to service your request.")),
  "gateway-timeout": refuses(
    () =>
      new Refusal(
        504,
        "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists."
      )
  ),
  "html-200": sends(() => page(200, "Scheduled maintenance")),
  "empty-200": sends(({ answer }) => ({ ...answer, status: 200, body: "" })),
  "other-shape": sends(() => jsonAnswer(200, { thing: { id: 1 } })),
  truncated: sends(({ answer }) => ({ ...answer, body: half(bytesOf(answer)) })),
  "wrong-type": sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-type": "image/png" } })),
  "short-body": broken((scene) => {
    const bytes = bytesOf(scene.answer)
    raw(scene, [`content-length: ${bytes.length + 512}`], bytes)
  }),
  "bad-gzip": sends(({ answer }) => ({ ...answer, headers: { ...answer.headers, "content-encoding": "gzip" } })),
  "bad-chunk": broken((scene) => raw(scene, ["transfer-encoding: chunked"], "zz\r\nnot a chunk\r\n0\r\n\r\n")),
  "slow-body": broken(drip),
  "gzip-bomb": broken(bomb),
  slow: broken(({ answer, res }) => after(res, 1500, () => send(res, answer))),
  hang: silent(nothing),
  "hang-after": silent(nothing),
  reset: silent(({ req }) => req.socket.resetAndDestroy()),
  "reset-after": silent(({ req }) => req.socket.resetAndDestroy()),
  "reset-middle": broken(middle),
  redirect: sends(({ req }) =>
    jsonAnswer(
      307,
      { message: "Temporary Redirect" },
      {
        location: `${otherOrigin(originOf(req))}${req.url ?? "/"}`
      }
    )
  ),
  "redirect-loop": sends(({ req }) => jsonAnswer(307, { message: "Temporary Redirect" }, { location: req.url ?? "/" }))
}
