// What each fault does to the connection. `answer` is the real response if the fault's `worked` is true, and empty
// otherwise.

import {
  type FaultScene as Scene,
  type Play as PlayOf,
  playConnectionFault,
  sends
} from "@inlay/sandbox-kit/connection-faults"
import { jsonAnswer, pageAnswer } from "@inlay/sandbox-kit/wire"

import { badCredentials, conflict, forbidden, gone, notFound, Refusal, refusalReply } from "./errors.ts"
import type { FaultName } from "./faults.ts"
import { secondaryLimitExceeded } from "./secondary-limits.ts"

export interface FaultScene extends Scene {
  /** Unix milliseconds of the sandbox's clock. */
  readonly now: number
}

type Play = PlayOf<FaultScene>

const refuses = (
  refusal: (scene: FaultScene) => Refusal,
  more: (scene: FaultScene) => Record<string, string> = () => ({})
): Play =>
  sends((scene: FaultScene) => {
    const { body, headers, status } = refusalReply(refusal(scene))
    return jsonAnswer(status, body, { ...scene.answer.headers, ...headers, ...more(scene) })
  })

const serverError = (): Refusal => new Refusal(500, "Server Error")
const requestId = "0000:0000:0000:0000:00000000"

const exhaustion = (status: number): Play =>
  refuses(
    () =>
      new Refusal(
        status,
        `API rate limit exceeded for user ID 1. If you reach out to GitHub Support for help, please include the request ID ${requestId}.`
      ),
    ({ now }) => ({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(now / 1000) + 2) })
  )

/** Each function returns the status that was sent, or null if none was. */
export const playFault: Readonly<Record<FaultName, Play>> = {
  throttle: refuses(() => secondaryLimitExceeded(requestId, 1)),
  "throttle-429": refuses(() => secondaryLimitExceeded(requestId, 1, 429)),
  "throttle-bare": refuses(() => secondaryLimitExceeded(requestId, null)),
  "primary-limit": exhaustion(403),
  "primary-limit-429": exhaustion(429),
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
  "bad-gateway": sends(() => pageAnswer(502, "Unicorn!")),
  "bad-gateway-after": sends(() => pageAnswer(502, "Unicorn!")),
  unavailable: sends(() => pageAnswer(503, "No server is currently available to service your request.")),
  "gateway-timeout": refuses(
    () =>
      new Refusal(
        504,
        "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists."
      )
  ),
  "html-200": sends(() => pageAnswer(200, "Scheduled maintenance")),
  ...playConnectionFault
}
