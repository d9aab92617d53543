// What each fault does to the connection. `answer` is the real response if the fault's `worked` is true, and empty
// otherwise.

import {
  brokenAnswer,
  type FaultScene,
  type Play as PlayOf,
  playConnectionFault,
  sends
} from "@inlay/sandbox-kit/connection-faults"
import { jsonAnswer, pageAnswer, send } from "@inlay/sandbox-kit/wire"

import { wordsOf } from "../quotas/quotas.ts"
import {
  bodyOf,
  codeOf,
  errorInfo,
  forbidden,
  Refusal,
  resourceExhausted,
  scopeInsufficient,
  serviceDisabled,
  unauthenticated
} from "./errors.ts"
import type { FaultName } from "./faults.ts"

export interface Scene extends FaultScene {
  readonly hold: (answer: () => void) => void
  readonly service: string
  readonly title: string
  readonly project: string
}

type Play = PlayOf<Scene>

const refuses = (refusal: (scene: Scene) => Refusal): Play =>
  sends((scene: Scene) => {
    const refused = refusal(scene)
    return jsonAnswer(codeOf(refused), bodyOf(refused), { ...scene.answer.headers, ...refused.headers })
  })

const internal = refuses(() => new Refusal("INTERNAL", "Internal error encountered."))

const adminQuota = refuses(
  ({ project, service }) =>
    new Refusal(
      "RESOURCE_EXHAUSTED",
      `Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service '${service}' for consumer 'project_number:${project}'.`,
      [
        errorInfo("RATE_LIMIT_EXCEEDED", {
          consumer: `projects/${project}`,
          quota_limit: "RequestsPerMinutePerProject",
          quota_limit_value: "1200",
          quota_location: "global",
          quota_metric: `${service}/requests`,
          service
        })
      ]
    )
)

/** Each function returns the status that was sent, or null if none was. */
export const playFault: Readonly<Record<FaultName, Play>> = {
  "quota-tokens-day": refuses(() => resourceExhausted(wordsOf("tokensPerDay"))),
  "quota-tokens-hour": refuses(() => resourceExhausted(wordsOf("tokensPerHour"))),
  "quota-project-hour": refuses(() => resourceExhausted(wordsOf("tokensPerProjectPerHour"))),
  "quota-concurrent": refuses(() => resourceExhausted(wordsOf("concurrentRequests"))),
  "quota-bare": refuses(() => resourceExhausted("Resource has been exhausted (e.g. check quota).")),
  "quota-admin": adminQuota,
  "token-expired": refuses(unauthenticated),
  "service-disabled": refuses(({ project, service, title }) => serviceDisabled(service, title, project)),
  "scope-insufficient": refuses(({ service }) => scopeInsufficient(service, "unknown")),
  forbidden: refuses(forbidden),
  "server-error": internal,
  "server-error-after": internal,
  "bad-gateway": sends(() => pageAnswer(502, "Error 502 (Server Error)!!1")),
  unavailable: refuses(() => new Refusal("UNAVAILABLE", "The service is currently unavailable.")),
  "deadline-exceeded": refuses(
    () => new Refusal("DEADLINE_EXCEEDED", "Deadline expired before operation could complete.")
  ),
  "html-200": sends(() => pageAnswer(200, "Sign in")),
  held: brokenAnswer(({ answer, hold, res }: Scene) => hold(() => send(res, answer))),
  ...playConnectionFault
}
